import type { RecordOf, SystemCapability, SystemDriver } from '@sync/records';
import type { BulkExportProbe, BulkExportStart, ExportRequest, FetchedRecords, OnBatch } from './export-request';
import type { IntegrationConnection } from './integration-connection';
import type { TransformerClass } from './transformer';
import type { VerificationResult } from './verification-result';
import type { OnChange, WebhookPayload } from './webhook';

/** The seven operations of the integration contract, its probe with the first page, and reading records again by their ids. Bulk and webhook operations throw only IntegrationRequestException or a subclass. */
export interface Integration {
  readonly driver: SystemDriver;

  /** Never throws: any failure is a failed result. */
  verify(connection: IntegrationConnection): Promise<VerificationResult>;

  /** Collects streamBulkExport. Memory grows with the result, so the bulk sync never calls it. */
  requestBulkExport<C extends SystemCapability>(connection: IntegrationConnection, request: ExportRequest<C>): Promise<RecordOf[C][]>;

  /** Calls back once per non-empty page. */
  streamBulkExport<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    onBatch: OnBatch<C>,
  ): Promise<void>;

  /** Fetches no records. */
  probeBulkExport(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe>;

  /** As the probe, and the first page, where one request brings both. */
  beginBulkExport<C extends SystemCapability>(connection: IntegrationConnection, request: ExportRequest<C>): Promise<BulkExportStart<C>>;

  /** Pages startPage to endPage inclusive, one callback per page. */
  fetchBulkExportPageRange<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    startPage: number,
    endPage: number,
    perPage: number,
    onBatch: OnBatch<C>,
  ): Promise<void>;

  /** Some records as the shop has them now, mapped like an export. At most 100 ids. Those that the shop does not have are left out. */
  fetchRecords<C extends SystemCapability>(
    connection: IntegrationConnection,
    capability: C,
    sourceIds: readonly string[],
  ): Promise<FetchedRecords<C>>;

  /** Calls back with each change; not at all if the webhook is about something this service does not store. */
  handleWebhook(connection: IntegrationConnection, payload: WebhookPayload, onChange: OnChange): Promise<void>;

  /** Prepares the integration's records for storage. */
  transformerClass(): TransformerClass;
}
