import type { NotificationAddressesChange, NotificationAddressList } from './schemas';
import type { CallOptions, Transport } from './transport';

/** `/api/notification-addresses`: who gets a mail when the link to a shop breaks. */
export class NotificationAddresses {
  constructor(private readonly transport: Transport) {}

  get(options: CallOptions = {}): Promise<NotificationAddressList> {
    return this.transport.json('GET /api/notification-addresses', {}, options);
  }

  /** All of them: those that are left out go. */
  replace(body: NotificationAddressesChange, options: CallOptions = {}): Promise<NotificationAddressList> {
    return this.transport.json('PUT /api/notification-addresses', { body }, options);
  }
}
