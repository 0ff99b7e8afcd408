export {
  configurationOffers,
  defaultConfiguration,
  type Configuration,
  type ConfigurationField,
  type ConfigurationOffer,
  type ConfigurationOption,
  type ConfigurationSchema,
} from './configuration-schema';
export { ContractIntegration } from './contract-integration';
export {
  CircuitOpenException,
  IntegrationRequestException,
  InvalidIntegrationResponseException,
  RequestNotSentException,
  UnpagedListException,
  UnusableWebhookException,
} from './exceptions';
export type { IntegrationRequestDetails } from './exceptions';
export type {
  BulkExportProbe,
  BulkExportStart,
  ExportBatch,
  ExportRequest,
  FetchedRecords,
  ListedPage,
  ListedRow,
  ListState,
  OnBatch,
  SkippedRecord,
} from './export-request';
export type { Integration } from './integration';
export { maxTimeoutFactor, type IntegrationConnection } from './integration-connection';
export { unguarded, type OperationGuard, type OperationKind, type OutageWatch } from './operation-guard';
export type { PageRange, PlatformIntegration } from './platform-integration';
export type { Finding, Observation, ShopCheck } from './shop-check';
export type { Transformer, TransformerClass } from './transformer';
export { validateConfiguration, type ConfigurationError, type ConfigurationOutcome } from './validate-configuration';
export { isCertificateCode, verificationReasons, type VerificationReason } from './verification-reason';
export { verificationFailureOf, VerificationResult, type VerificationFailure } from './verification-result';
export type { OnChange, RecordChange, RecordDeletion, RecordRefetch, RecordUpsert, StorableChange, WebhookPayload } from './webhook';
