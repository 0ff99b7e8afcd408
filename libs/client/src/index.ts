export { ConnectionSync } from './connection-sync';
export { ConnectionSyncError, type ErrorType, type Problem } from './connection-sync-error';
export type { FollowedItem, FollowOptions, LeftSource } from './follow';
export type { List } from './list';
export type { RecordOf, RecordType } from './record-types';
export type {
  AccessToken,
  Configuration,
  Connection,
  ConnectionStatus,
  Customer,
  Erasure,
  NamingLine,
  NotificationAddressList,
  Order,
  Product,
  SyncRun,
  WebhookDelivery,
  WebhookEndpoint,
  WidgetConnection,
} from './schemas';
export type { CallOptions, ChangeOptions, ClientOptions } from './transport';
export { verifyWebhook, type WebhookHeaders } from './verify-webhook';
export type { WebhookEvent } from './webhook-event';
