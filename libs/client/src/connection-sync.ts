import { AccessTokens } from './access-tokens';
import { Connections } from './connections';
import { NotificationAddresses } from './notification-addresses';
import { Privacy } from './privacy';
import { Records } from './records';
import { Transport, type ClientOptions } from './transport';
import { WebhookEndpoints } from './webhook-endpoints';
import { Widget } from './widget';

/** The service, as the holder of a token sees it. Every method takes `{ signal }` last, and throws a ConnectionSyncError. */
export class ConnectionSync {
  readonly accessTokens: AccessTokens;
  readonly connections: Connections;
  readonly notificationAddresses: NotificationAddresses;
  readonly privacy: Privacy;
  readonly records: Records;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly widget: Widget;

  constructor(options: ClientOptions) {
    const transport = new Transport(options);
    this.accessTokens = new AccessTokens(transport);
    this.connections = new Connections(transport);
    this.notificationAddresses = new NotificationAddresses(transport);
    this.privacy = new Privacy(transport);
    this.records = new Records(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.widget = new Widget(transport);
  }
}
