import type { SystemCapability, SystemDriver } from '@sync/records';
import type { BulkExportProbe, ExportRequest, OnBatch } from './export-request';
import type { IntegrationConnection } from './integration-connection';
import type { ShopCheck } from './shop-check';
import type { TransformerClass } from './transformer';
import type { VerificationResult } from './verification-result';
import type { OnChange, WebhookPayload } from './webhook';

/** Pages first to last, both included, 1-based. */
export interface PageRange {
  startPage: number;
  endPage: number;
  perPage: number;
}

/**
 * What the author of a platform writes. Everything else of the contract (defaults, error wrapping, the breaker) is
 * added by `ContractIntegration`: any operation may simply raise.
 */
export interface PlatformIntegration {
  readonly driver: SystemDriver;
  readonly transformer: TransformerClass;

  /** A failed result says that the platform refused the credentials; whatever else goes wrong is raised. */
  checkCredentials(connection: IntegrationConnection): Promise<VerificationResult>;

  /** Calls back once per non-empty page. Page size and strategy are the platform's choice. */
  fetchPages<C extends SystemCapability>(connection: IntegrationConnection, request: ExportRequest<C>, onBatch: OnBatch<C>): Promise<void>;

  /** Without it: one page of unknown size ({totalPages: 1, perPage: 0}). */
  probe?(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe>;

  /** Calls back once per page. Without it the range is ignored and the single paged fetch is performed. */
  fetchPageRange?<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    range: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void>;

  /**
   * Calls back with each change that the webhook tells: none when it is about something else. Raises UnusableWebhookException
   * when it should tell a change and does not. Without it a webhook of this platform fails as not implemented.
   */
  handleWebhook?(connection: IntegrationConnection, payload: WebhookPayload, onChange: OnChange): Promise<void>;

  /** What a shop doctor can look at on this platform, in the order in which it should. None of it changes anything at the shop. */
  shopChecks?(connection: IntegrationConnection): readonly ShopCheck[];
}
