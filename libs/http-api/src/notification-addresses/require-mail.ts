import { Problem } from '@sync/service-runtime';
import type { NotificationAddressesInput } from './notification-addresses-input';

/** Throws Problem, 409, for addresses that would never get a mail. */
export function requireMail({ mailFrom }: { mailFrom?: string }, { addresses }: NotificationAddressesInput): void {
  if (addresses.length > 0 && mailFrom === undefined)
    throw new Problem('conflict', 'This service sends no mail, so it takes no addresses. Its operator can set mail up.');
}
