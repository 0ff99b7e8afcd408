// Types only, from the classes of the API themselves. ESLint lets no other file of the panel name that app.
import type { ReplacedAccessTokens } from '../../../admin-api/src/access-tokens/access-token-representation';
import type { AuditEntryRepresentation } from '../../../admin-api/src/audit-log/audit-log-input';
import type { CreatedConnection, FullConnection, StatusOnlyConnection } from '../../../admin-api/src/connections/connection-representation';
import type { Dashboard, ServiceFigures } from '../../../admin-api/src/dashboard/dashboard-representation';
import type { DoctorRunRepresentation, ShopExaminationRepresentation } from '../../../admin-api/src/doctor/doctor-run-representation';
import type {
  FailedTaskPayload,
  FailedTaskRepresentation,
  ResolvedTasks,
} from '../../../admin-api/src/failed-tasks/failed-task-representation';
import type { BegunTotp, Me } from '../../../admin-api/src/me/me-input';
import type { IssuedPreviewToken, PreviewTokenRepresentation } from '../../../admin-api/src/preview-tokens/preview-token-representation';
import type { RecordCounts, RefetchRepresentation, RequestedRefetch } from '../../../admin-api/src/records/record-representation';
import type { SessionRepresentation } from '../../../admin-api/src/sessions/session-representation';
import type { SyncRuleRepresentation } from '../../../admin-api/src/sync-rules/sync-rule-representation';
import type { PlacedSyncRun } from '../../../admin-api/src/sync-runs/sync-run-input';
import type { SystemDetails } from '../../../admin-api/src/systems/system-representation';
import type { TenantRepresentation } from '../../../admin-api/src/tenants/tenant-representation';
import type { UserRepresentation } from '../../../admin-api/src/users/user-representation';
import type { CreatedUser, GeneratedPassword } from '../../../admin-api/src/users/users-input';
import type { ConfigurationResponse, TransitionRepresentation } from '@sync/http-api';

export type {
  BegunTotp,
  CreatedConnection,
  CreatedUser,
  Dashboard,
  FullConnection,
  GeneratedPassword,
  IssuedPreviewToken,
  Me,
  RecordCounts,
  ReplacedAccessTokens,
  RequestedRefetch,
  ResolvedTasks,
  ServiceFigures,
  SystemDetails,
};

/** A support user sees all of a connection, or only its status. */
export type AnyConnection = FullConnection | StatusOnlyConnection;
export type AuditEntry = AuditEntryRepresentation;
export type ConfigurationForm = ConfigurationResponse;
export type ConfigurationField = NonNullable<ConfigurationForm['schema']>['fields'][number];
export type ConnectionStatus = FullConnection['status'];
export type DoctorRun = DoctorRunRepresentation;
export type FailedTask = FailedTaskRepresentation;
export type Finding = ShopExamination['findings'][number];
export type PreviewToken = PreviewTokenRepresentation;
export type RecordKind = SystemDetails['capabilities'][number];
export type Refetch = RefetchRepresentation;
export type Session = SessionRepresentation;
export type ShopExamination = ShopExaminationRepresentation;
export type SyncRule = SyncRuleRepresentation;
export type SyncRun = PlacedSyncRun;
export type TaskPayload = FailedTaskPayload;
export type Tenant = TenantRepresentation;
export type TransitionEntry = TransitionRepresentation;
export type User = UserRepresentation;

export const taskQueues = ['bulk-sync', 'page-ranges', 'webhooks', 'sync-rules'] as const satisfies FailedTask['queue'][];

export function isFull(connection: AnyConnection): connection is FullConnection {
  return 'base_url' in connection;
}
