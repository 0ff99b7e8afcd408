import type { RecordOf, SystemCapability, SystemDriver } from '@sync/records';
import { CallerFailure, TrackedCallback } from './caller-failure';
import type { BulkExportProbe, ExportBatch, ExportRequest, OnBatch } from './export-request';
import type { Integration } from './integration';
import type { IntegrationConnection } from './integration-connection';
import { unguarded, type OperationGuard, type OperationKind } from './operation-guard';
import type { PlatformIntegration } from './platform-integration';
import type { TransformerClass } from './transformer';
import { asIntegrationException, NotImplementedError } from './unexpected-failure';
import { VerificationResult } from './verification-result';
import type { OnChange, WebhookPayload } from './webhook';

/** A shop that refuses credentials is neither broken nor proven to serve exports: past a breaker it counts for nothing. */
class RefusedCredentials extends Error {
  constructor(readonly result: VerificationResult) {
    super('The credentials were refused.');
  }
}

/** Makes of a platform what callers see: the seven operations, with every default and error rule of the contract. */
export class ContractIntegration implements Integration {
  constructor(
    private readonly platform: PlatformIntegration,
    private readonly guard: OperationGuard = unguarded,
  ) {}

  get driver(): SystemDriver {
    return this.platform.driver;
  }

  /** "verify converts any failure in the credential check into a failed VerificationResult." */
  async verify(connection: IntegrationConnection): Promise<VerificationResult> {
    try {
      return await this.guard.run(connection, 'verify', async () => {
        const result = await this.#attempt(() => this.platform.checkCredentials(connection));
        if (!result.successful) throw new RefusedCredentials(result);
        return result;
      });
    } catch (error) {
      return error instanceof RefusedCredentials ? error.result : VerificationResult.failure(asIntegrationException(error).message);
    }
  }

  async requestBulkExport<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
  ): Promise<RecordOf[C][]> {
    const records: RecordOf[C][] = [];
    await this.streamBulkExport(connection, request, async (batch) => {
      for (const record of batch.records) records.push(record);
    });
    return records;
  }

  streamBulkExport<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    return this.#callingBack<ExportBatch<C>>(connection, 'bulk', onBatch, (tracked) =>
      this.platform.fetchPages(connection, request, tracked),
    );
  }

  /** "The default probe returns totalPages 1 and perPage 0." */
  async probeBulkExport(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe> {
    const { platform } = this;
    if (!platform.probe) return { totalPages: 1, perPage: 0 };
    const probe = platform.probe.bind(platform);
    return this.guard.run(connection, 'bulk', () => this.#attempt(() => probe(connection, request)));
  }

  /** "The default page-range fetch ignores the range and performs the single paged fetch." */
  async fetchBulkExportPageRange<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    startPage: number,
    endPage: number,
    perPage: number,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    await this.#callingBack<ExportBatch<C>>(connection, 'bulk', onBatch, (tracked) =>
      this.platform.fetchPageRange
        ? this.platform.fetchPageRange(connection, request, { startPage, endPage, perPage }, tracked)
        : this.platform.fetchPages(connection, request, tracked),
    );
  }

  /**
   * "The default webhook handler raises a not-implemented error. That error is wrapped like any other unexpected failure." It
   * passes no breaker: an open one would hide it.
   */
  async handleWebhook(connection: IntegrationConnection, payload: WebhookPayload, onChange: OnChange): Promise<void> {
    const { platform } = this;
    if (!platform.handleWebhook)
      throw asIntegrationException(new NotImplementedError(`The integration ${this.driver} does not handle webhooks: not implemented.`));
    const handle = platform.handleWebhook.bind(platform);
    await this.#callingBack(connection, 'webhook', onChange, (tracked) => handle(connection, payload, tracked));
  }

  transformerClass(): TransformerClass {
    return this.platform.transformer;
  }

  /** A rejection of the callback is the caller's (for example of its database): it comes back unchanged, and no breaker counts it. */
  async #callingBack<T>(
    connection: IntegrationConnection,
    kind: OperationKind,
    callback: (value: T) => Promise<void>,
    operation: (tracked: (value: T) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    try {
      await this.guard.run(connection, kind, async (proveAlive) => {
        const tracked = new TrackedCallback(callback, proveAlive);
        try {
          await this.#attempt(() => operation(tracked.call));
        } finally {
          tracked.throwIfFailed();
        }
      });
    } catch (error) {
      throw error instanceof CallerFailure ? error.error : error;
    }
  }

  /** Runs a platform's own code: whatever it raises, also synchronously, leaves as an IntegrationRequestException. */
  async #attempt<T>(operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      throw asIntegrationException(error);
    }
  }
}
