import type { components } from './admin-api';

type Schemas = components['schemas'];

export type Me = Schemas['Me'];
export type SyncRun = Schemas['PlacedSyncRun'];
export type SystemDetails = Schemas['SystemDetails'];
export type TransitionEntry = Schemas['TransitionRepresentation'];
export type FullConnection = Schemas['FullConnection'];
/** A support user sees all of a connection, or only its status. */
export type AnyConnection = FullConnection | Schemas['StatusOnlyConnection'];
export type ConnectionStatus = FullConnection['status'];

export const taskQueues = ['bulk-sync', 'page-ranges', 'webhooks', 'sync-rules'] as const satisfies FailedTask['queue'][];

export function isFull(connection: AnyConnection): connection is FullConnection {
  return 'base_url' in connection;
}

export type CreatedConnection = Schemas['CreatedConnection'];
export type ReplacedAccessTokens = Schemas['ReplacedAccessTokens'];
export type ShopExamination = Schemas['ShopExaminationRepresentation'];
export type PreviewToken = Schemas['PreviewTokenRepresentation'];
export type IssuedPreviewToken = Schemas['IssuedPreviewToken'];

export type ConfigurationForm = Schemas['ConfigurationResponse'];
export type ConfigurationField = NonNullable<ConfigurationForm['schema']>['fields'][number];
export type SavedConfiguration = Schemas['SavedConfiguration'];
export type BegunTotp = Schemas['BegunTotp'];
export type TaskPayload = Schemas['FailedTaskPayload'];
export type RecordKind = SystemDetails['capabilities'][number];
export type Session = Schemas['SessionRepresentation'];
export type SyncRule = Schemas['SyncRuleRepresentation'];
export type RecordCounts = Schemas['RecordCounts'];
export type Refetch = Schemas['RefetchRepresentation'];
export type RequestedRefetch = Schemas['RequestedRefetch'];
export type DoctorRun = Schemas['DoctorRunRepresentation'];
export type Finding = Schemas['FindingRepresentation'];
export type FailedTask = Schemas['FailedTaskRepresentation'];
export type ResolvedTasks = Schemas['ResolvedTasks'];
export type AuditEntry = Schemas['AuditEntryRepresentation'];
export type Tenant = Schemas['TenantRepresentation'];
export type User = Schemas['UserRepresentation'];
export type CreatedUser = Schemas['CreatedUser'];
export type GeneratedPassword = Schemas['GeneratedPassword'];
export type Dashboard = Schemas['Dashboard'];
export type ServiceFigures = Schemas['ServiceFigures'];
