export { AccessGuard, Admission, RequiredAccess, type Access } from './access/access.guard';
export { reachOf, type Principal, type Reach, type RouteGroup } from './access/policy';
export { Example, type Wire } from './api-description/example';
export { IdInPath } from './api-description/id-in-path';
export { written } from './api-description/json-examples';
export type { Count, Instant, Integer, Password, Position, Uuid } from './api-description/member-types';
export { Operation } from './api-description/operation';
export type { Schemas } from './api-description/schemas';
export { serveApiDescription, type ApiDescription } from './api-description/serve-api-description';
export { sharedExamples } from './api-description/shared-examples';
export { bearerOf, unauthorized } from './authorization';
export { apiModules } from './api-modules';
export { ConnectionServiceConfiguration } from './connection-service-configuration';
export { ChangeConnection } from './connections/change-connection';
export { ConfigurationResponse, SaveConfigurationInput, SavedConfiguration } from './connections/configuration-input';
export { ConnectionId, requireConnectionId } from './connections/connection-id';
export {
  ConnectionRepresentation,
  exampleDisconnectedShop,
  exampleShop,
  ConnectionSummary,
  presentPlaceAndTimes,
  StatusReasonRepresentation,
  summarise,
} from './connections/connection-representation';
export { ConnectionViews, type ConnectionView } from './connections/connection-views';
export { Conditional, ConfigurationResult, IfMatch } from './connections/entity-tag';
export { ConnectionsInput } from './connections/connections-input';
export { CredentialsProperty, IsSmallObject, RenewCredentialsInput } from './connections/credentials-input';
export { IssuedConnectionToken, presentConnectionToken } from './connections/connection-token-representation';
export { noSuchConnection } from './connections/no-such-connection';
export { PresentConnections } from './connections/present-connections';
export { ReadTimeline } from './connections/read-timeline';
export { TransitionRepresentation } from './connections/transition-representation';
export { translateRefusal } from './connections/translate-refusals';
export { NotificationAddressesInput } from './notification-addresses/notification-addresses-input';
export { NotificationAddresses, presentNotificationAddresses } from './notification-addresses/notification-addresses-representation';
export { requireMail } from './notification-addresses/require-mail';
export { pacedBody } from './paced-body';
export { serveProblemPages } from './pages/problem-pages';
export { ApiPage } from './paging/api-page';
export { AsInstant } from './paging/as-instant';
export { readCursor, uuidShape, writeCursor } from './paging/cursor';
export { pageById, pageOf, type Page } from './paging/page';
export { AsCount, pageInput, PageInput } from './paging/page-input';
export { limitWaiting, postponeDeadline, RefuseLate, unlessOver } from './request-deadline';
export { RequestTimeouts } from './request-timeouts';
export { ReadSyncRuns } from './syncs/read-sync-runs';
export { RequestSyncs } from './syncs/request-syncs';
export { exampleQueuedRun, exampleRun, presentSyncRun, SyncRunRepresentation } from './syncs/sync-run-representation';
export { RequestedSyncs, RequestSyncsInput } from './syncs/syncs-input';
export { readPool } from './service-parts.module';
export {
  ListWebhookDeliveriesInput,
  presentWebhookDelivery,
  RequestedDelivery,
  WebhookDeliveryRepresentation,
} from './webhooks/webhook-delivery-representation';
export { exampleWebhookEndpoint, presentWebhookEndpoint, WebhookEndpointRepresentation } from './webhooks/webhook-endpoint-representation';
