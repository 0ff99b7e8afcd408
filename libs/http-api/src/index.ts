export { ApiBodyProblems } from './api-description/api-body-problems';
export { written } from './api-description/json-examples';
export { Operation } from './api-description/operation';
export type { Schemas } from './api-description/schemas';
export { serveApiDescription, type ApiDescription } from './api-description/serve-api-description';
export { sharedExamples } from './api-description/shared-examples';
export { bearerOf, unauthorized } from './authorization';
export { apiModules } from './api-modules';
export { ConnectionServiceConfiguration } from './connection-service-configuration';
export { ChangeConnection } from './connections/change-connection';
export { ConfigurationResponse, SaveConfigurationInput, SavedConfiguration } from './connections/configuration-input';
export { ConnectionId } from './connections/connection-id';
export {
  ConnectionRepresentation,
  ConnectionSummary,
  presentPlaceAndTimes,
  readConnectionsNow,
  summarise,
} from './connections/connection-representation';
export { ConnectionsInput } from './connections/connections-input';
export { CredentialsProperty, IsSmallObject, RenewCredentialsInput } from './connections/credentials-input';
export { IssuedConnectionToken, presentConnectionToken } from './connections/issued-connection-token';
export { noSuchConnection } from './connections/no-such-connection';
export { PresentConnections } from './connections/present-connections';
export { readConnectionPage } from './connections/read-connection-page';
export { ReadTimeline } from './connections/read-timeline';
export { TransitionRepresentation } from './connections/transition-representation';
export { TranslateRefusals, type RefusalProblems } from './connections/translate-refusals';
export { pacedBody } from './paced-body';
export { serveProblemPages } from './pages/problem-pages';
export { ApiPage } from './paging/api-page';
export { AsInstant } from './paging/as-instant';
export { readCursor, uuidShape, writeCursor } from './paging/cursor';
export { pageOf, type Page } from './paging/page';
export { pageInput, PageInput } from './paging/page-input';
export { limitWaiting } from './request-deadline';
export { RequestTimeouts } from './request-timeouts';
export { ReadSyncRuns } from './syncs/read-sync-runs';
export { RequestSyncs } from './syncs/request-syncs';
export { presentSyncRun, SyncRunRepresentation } from './syncs/sync-run-representation';
export { RequestedSyncs, RequestSyncsInput } from './syncs/syncs-input';
