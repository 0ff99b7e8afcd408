import type { RecordOf, SystemCapability, SystemDriver } from '@sync/records';
import type { BulkExportProbe, ExportRequest, OnBatch } from './export-request';
import type { IntegrationConnection } from './integration-connection';
import type { TransformerClass } from './transformer';
import type { VerificationResult } from './verification-result';
import type { OnChange, WebhookPayload } from './webhook';

/** What callers see of a platform: the seven operations of the integration contract. Bulk and webhook operations raise IntegrationRequestException or a subclass, and nothing else. */
export interface Integration {
  readonly driver: SystemDriver;

  /** Never raises: any failure is a failed result. */
  verify(connection: IntegrationConnection): Promise<VerificationResult>;

  /** Every record at once, built on streamBulkExport. Memory grows with the result: the bulk sync never calls it. */
  requestBulkExport<C extends SystemCapability>(connection: IntegrationConnection, request: ExportRequest<C>): Promise<RecordOf[C][]>;

  /** Calls back once per non-empty page, without holding the whole result. */
  streamBulkExport<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    onBatch: OnBatch<C>,
  ): Promise<void>;

  /** Fetches no records. */
  probeBulkExport(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe>;

  /** Pages startPage to endPage inclusive, one callback per page. */
  fetchBulkExportPageRange<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    startPage: number,
    endPage: number,
    perPage: number,
    onBatch: OnBatch<C>,
  ): Promise<void>;

  /** Calls back with each change that the webhook tells; without any when it is about nothing that this service keeps. */
  handleWebhook(connection: IntegrationConnection, payload: WebhookPayload, onChange: OnChange): Promise<void>;

  /** The component that persists this integration's fetched records. */
  transformerClass(): TransformerClass;
}
