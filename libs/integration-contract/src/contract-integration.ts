import type { RecordOf, SystemCapability, SystemDriver } from '@sync/records';
import { CallerFailure, TrackedCallback } from './caller-failure';
import type { BulkExportProbe, BulkExportStart, ExportBatch, ExportRequest, FetchedRecords, OnBatch } from './export-request';
import type { Integration } from './integration';
import type { IntegrationConnection } from './integration-connection';
import { unguarded, type OperationGuard, type OperationKind } from './operation-guard';
import type { PlatformIntegration } from './platform-integration';
import type { TransformerClass } from './transformer';
import { asIntegrationException, NotImplementedError } from './unexpected-failure';
import { VerificationResult } from './verification-result';
import type { OnChange, WebhookPayload } from './webhook';

/** Refused credentials say nothing about the shop's health, so the breaker must count neither a success nor a failure. */
class RefusedCredentials extends Error {
  constructor(readonly result: VerificationResult) {
    super('The credentials were refused.');
  }
}

/** Wraps a platform into the seven operations that callers see, with the contract's defaults and error rules. */
export class ContractIntegration implements Integration {
  constructor(
    private readonly platform: PlatformIntegration,
    private readonly guard: OperationGuard = unguarded,
  ) {}

  get driver(): SystemDriver {
    return this.platform.driver;
  }

  /** Converts any failure into a failed VerificationResult. */
  async verify(connection: IntegrationConnection): Promise<VerificationResult> {
    try {
      return await this.guard.run(connection, 'verify', async () => {
        const result = await this.#attempt(() => this.platform.checkCredentials(connection));
        if (!result.successful) throw new RefusedCredentials(result);
        return result;
      });
    } catch (error) {
      if (error instanceof RefusedCredentials) return error.result;
      return VerificationResult.failureOf(asIntegrationException(error));
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
    return this.#runWithCallback<ExportBatch<C>>(connection, 'bulk', onBatch, (tracked) =>
      this.platform.fetchPages(connection, request, tracked),
    );
  }

  /** Default: `totalPages` 1 and `perPage` 0. */
  async probeBulkExport(connection: IntegrationConnection, request: ExportRequest): Promise<BulkExportProbe> {
    const { platform } = this;
    if (!platform.probe) return { totalPages: 1, perPage: 0 };
    const probe = platform.probe.bind(platform);
    return this.guard.run(connection, 'bulk', () => this.#attempt(() => probe(connection, request)));
  }

  /** Default: the probe, and no page. */
  async beginBulkExport<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
  ): Promise<BulkExportStart<C>> {
    const { platform } = this;
    if (!platform.begin) return this.probeBulkExport(connection, request);
    const begin = platform.begin.bind(platform);
    return this.guard.run(connection, 'bulk', () => this.#attempt(() => begin(connection, request)));
  }

  /** Default: ignores the range and fetches all pages. */
  async fetchBulkExportPageRange<C extends SystemCapability>(
    connection: IntegrationConnection,
    request: ExportRequest<C>,
    startPage: number,
    endPage: number,
    perPage: number,
    onBatch: OnBatch<C>,
  ): Promise<void> {
    await this.#runWithCallback<ExportBatch<C>>(connection, 'bulk', onBatch, (tracked) =>
      this.platform.fetchPageRange
        ? this.platform.fetchPageRange(connection, request, { startPage, endPage, perPage }, tracked)
        : this.platform.fetchPages(connection, request, tracked),
    );
  }

  /** Default: throws not implemented, and bypasses the breaker as webhooks do. */
  async fetchRecords<C extends SystemCapability>(
    connection: IntegrationConnection,
    capability: C,
    sourceIds: readonly string[],
  ): Promise<FetchedRecords<C>> {
    const { platform } = this;
    if (!platform.fetchRecords)
      throw asIntegrationException(
        new NotImplementedError(`The integration ${this.driver} does not read records by their ids: not implemented.`),
      );
    const fetchRecords = platform.fetchRecords.bind(platform);
    return this.guard.run(connection, 'bulk', () => this.#attempt(() => fetchRecords(connection, capability, sourceIds)));
  }

  /** Default: throws not implemented, wrapped like any unexpected error, and bypasses the breaker, which would hide it while open. */
  async handleWebhook(connection: IntegrationConnection, payload: WebhookPayload, onChange: OnChange): Promise<void> {
    const { platform } = this;
    if (!platform.handleWebhook)
      throw asIntegrationException(new NotImplementedError(`The integration ${this.driver} does not handle webhooks: not implemented.`));
    const handle = platform.handleWebhook.bind(platform);
    await this.#runWithCallback(connection, 'webhook', onChange, (tracked) => handle(connection, payload, tracked));
  }

  transformerClass(): TransformerClass {
    return this.platform.transformer;
  }

  /** An error of the caller's callback (its database, for example) passes unchanged, and no breaker counts it. */
  async #runWithCallback<T>(
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

  /** Runs platform code. Any error, also a synchronous one, becomes an IntegrationRequestException. */
  async #attempt<T>(operation: () => Promise<T>): Promise<T> {
    try {
      return await operation();
    } catch (error) {
      throw asIntegrationException(error);
    }
  }
}
