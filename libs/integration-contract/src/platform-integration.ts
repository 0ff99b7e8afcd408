import type { SystemCapability, SystemDriver } from '@sync/records';
import type { BulkExportProbe, BulkExportStart, ExportRequest, FetchedRecords, OnBatch } from './export-request';
import type { IntegrationConnection } from './integration-connection';
import type { ShopCheck } from './shop-check';
import type { TransformerClass } from './transformer';
import type { VerificationResult } from './verification-result';
import type { OnChange, WebhookPayload } from './webhook';

/** 1-based and inclusive. */
export interface PageRange {
  startPage: number;
  endPage: number;
  perPage: number;
}

/**
 * What a platform author implements. `ContractIntegration` adds the rest of the contract (defaults, error wrapping, the breaker),
 * so any operation may simply throw.
 */
export interface PlatformIntegration {
  readonly driver: SystemDriver;
  readonly transformer: TransformerClass;

  /** The place that an address leads to: two addresses of one place are one shop. Pure. Default: the address itself. */
  storeBaseOf?(baseUrl: string): string;

  /** Returns a failed result only for refused credentials; throws on any other problem. */
  checkCredentials(connection: IntegrationConnection): Promise<VerificationResult>;

  /** Calls back once per non-empty page. Page size and strategy are up to the platform. */
  fetchPages<C extends SystemCapability>(connection: IntegrationConnection, request: ExportRequest<C>, onBatch: OnBatch<C>): Promise<void>;

  /** Default: one page of unknown size ({totalPages: 1, perPage: 0}). */
  probe?(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe>;

  /** For a platform whose probe reads the first page anyway. Default: the probe alone. */
  begin?<C extends SystemCapability>(connection: IntegrationConnection, request: ExportRequest<C>): Promise<BulkExportStart<C>>;

  /** Calls back once per page. Default: ignores the range and fetches all pages. */
  fetchPageRange?<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    range: PageRange,
    onBatch: OnBatch<C>,
  ): Promise<void>;

  /**
   * Reads at most 100 records by their ids. Leaves one out only if the shop says that it does not have it, because the stored one is then
   * marked as deleted. Default: not implemented.
   */
  fetchRecords?<C extends SystemCapability>(
    connection: IntegrationConnection,
    capability: C,
    sourceIds: readonly string[],
  ): Promise<FetchedRecords<C>>;

  /**
   * Calls back with each change; not at all if the webhook is about something else. Throws UnusableWebhookException if a relevant
   * webhook holds no change. Default: not implemented.
   */
  handleWebhook?(connection: IntegrationConnection, payload: WebhookPayload, onChange: OnChange): Promise<void>;

  /** Whether the credentials open what exports read: few and small requests, for right after a handshake. Default: none. */
  accessChecks?(connection: IntegrationConnection): readonly ShopCheck[];

  /** The shop doctor's checks for this platform, in order. None of them changes anything at the shop. */
  shopChecks?(connection: IntegrationConnection): readonly ShopCheck[];
}
