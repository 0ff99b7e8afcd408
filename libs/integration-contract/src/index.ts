export { CircuitOpenException, IntegrationRequestException, InvalidIntegrationResponseException } from './exceptions';
export type { IntegrationRequestDetails } from './exceptions';
export type { BulkExportProbe, ExportBatch, ExportRequest, OnBatch, SkippedRecord } from './export-request';
export type { Integration } from './integration';
export type { IntegrationConnection } from './integration-connection';
export type { Transformer, TransformerClass } from './transformer';
export { VerificationResult } from './verification-result';
