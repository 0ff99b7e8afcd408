// Types only, from the classes of the API themselves. ESLint lets no other file of the panel name that app.
import type * as accessTokens from '../../../admin-api/src/access-tokens/access-token-representation';
import type * as auditLog from '../../../admin-api/src/audit-log/audit-log-input';
import type * as connections from '../../../admin-api/src/connections/connection-representation';
import type * as dashboard from '../../../admin-api/src/dashboard/dashboard-representation';
import type * as doctor from '../../../admin-api/src/doctor/doctor-run-representation';
import type * as failedTasks from '../../../admin-api/src/failed-tasks/failed-task-representation';
import type * as me from '../../../admin-api/src/me/me-input';
import type * as previewTokens from '../../../admin-api/src/preview-tokens/preview-token-representation';
import type * as records from '../../../admin-api/src/records/record-representation';
import type * as search from '../../../admin-api/src/search/search-representation';
import type * as sessions from '../../../admin-api/src/sessions/session-representation';
import type * as shopCalls from '../../../admin-api/src/shop-calls/shop-calls-representation';
import type * as syncRules from '../../../admin-api/src/sync-rules/sync-rule-representation';
import type * as syncRuns from '../../../admin-api/src/sync-runs/sync-run-input';
import type * as systems from '../../../admin-api/src/systems/system-representation';
import type * as tenants from '../../../admin-api/src/tenants/tenant-representation';
import type * as timeline from '../../../admin-api/src/connections/timeline-representation';
import type * as users from '../../../admin-api/src/users/user-representation';
import type * as userInputs from '../../../admin-api/src/users/users-input';
import type {
  ConfigurationResponse,
  NotificationAddresses as StoredNotificationAddresses,
  WebhookDeliveryRepresentation,
  WebhookEndpointRepresentation,
  Wire,
} from '@sync/http-api';

export type FullConnection = Wire<connections.FullConnection>;
/** A support user sees all of a connection, or only its status. */
export type AnyConnection = FullConnection | Wire<connections.StatusOnlyConnection>;
export type AuditEntry = Wire<auditLog.AuditEntryRepresentation>;
export type BegunTotp = Wire<me.BegunTotp>;
export type ConfigurationForm = Wire<ConfigurationResponse>;
export type ConfigurationField = NonNullable<ConfigurationForm['schema']>['fields'][number];
export type ConnectionCount = Wire<connections.ConnectionCount>;
export type ConnectionStatus = FullConnection['status'];
export type CreatedConnection = Wire<connections.CreatedConnection>;
export type CreatedUser = Wire<userInputs.CreatedUser>;
export type Dashboard = Wire<dashboard.Dashboard>;
export type DoctorRun = Wire<doctor.DoctorRunRepresentation>;
export type FailedTask = Wire<failedTasks.FailedTaskRepresentation>;
export type Finding = ShopExamination['findings'][number];
export type GeneratedPassword = Wire<userInputs.GeneratedPassword>;
export type InboxEntry = Wire<dashboard.InboxEntry>;
export type InboxPart = Wire<dashboard.InboxPart>;
export type IssuedPreviewToken = Wire<previewTokens.IssuedPreviewToken>;
export type Me = Wire<me.Me>;
export type NotificationAddresses = Wire<StoredNotificationAddresses>;
export type PreviewToken = Wire<previewTokens.PreviewTokenRepresentation>;
export type RecordCounts = Wire<records.RecordCounts>;
export type RecordStory = Wire<records.RecordStory>;
export type RecordKind = SystemDetails['capabilities'][number];
export type Refetch = Wire<records.RefetchRepresentation>;
export type ReplacedAccessTokens = Wire<accessTokens.ReplacedAccessTokens>;
export type RequestedRefetch = Wire<records.RequestedRefetch>;
export type ResolvedTasks = Wire<failedTasks.ResolvedTasks>;
export type SearchGroup = Wire<search.SearchGroup>;
export type SearchHit = Wire<search.SearchHit>;
export type ServiceFigures = Wire<dashboard.ServiceFigures>;
export type Session = Wire<sessions.SessionRepresentation>;
export type ShopCalls = Wire<shopCalls.ShopCallsRepresentation>;
export type ShopExamination = Wire<doctor.ShopExaminationRepresentation>;
export type SyncRule = Wire<syncRules.SyncRuleRepresentation>;
export type SyncRun = Wire<syncRuns.PlacedSyncRun>;
export type SystemDetails = Wire<systems.SystemDetails>;
export type TaskPayload = Wire<failedTasks.FailedTaskPayload>;
export type Tenant = Wire<tenants.TenantRepresentation>;
export type TransitionEntry = Wire<timeline.TimelineEntry>;
export type TrendPoint = Wire<dashboard.TrendPoint>;
export type Trends = Wire<dashboard.Trends>;
export type User = Wire<users.UserRepresentation>;
export type WebhookDelivery = Wire<WebhookDeliveryRepresentation>;
export type WebhookEndpoint = Wire<WebhookEndpointRepresentation>;

export const taskQueues = [
  'bulk-sync',
  'page-ranges',
  'webhooks',
  'sync-rules',
  'erasures',
  'mails',
] as const satisfies FailedTask['queue'][];
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const satisfies WebhookDelivery['status'][];

export function isFull(connection: AnyConnection): connection is FullConnection {
  return 'base_url' in connection;
}
