import type { BulkExportProbe, ExportBatch, Integration, IntegrationConnection } from '@sync/integration-contract';
import type { SystemCapability, SystemDriver } from '@sync/records';
import { IntegrationRegistry, type IntegrationSettings } from '../integration-registry';
import { batchCollector, exportOf } from './connections';

type Pages = [first: number, last: number];

interface RangeOptions {
  perPage?: number;
  modifiedAfter?: string | null;
  requestedAt?: string;
  sourceIds?: readonly string[];
  connection?: IntegrationConnection;
}

/** A running shop and the integration under test, both new for each test of a file. */
export class IntegrationScene<Shop extends { stop(): Promise<void> }> {
  /** Without a breaker. */
  integration!: Integration;
  registry!: IntegrationRegistry;
  shop!: Shop;
  readonly #registries: IntegrationRegistry[] = [];

  constructor(
    private readonly driver: SystemDriver,
    start: () => Promise<Shop>,
    private readonly connectionOf: (shop: Shop) => IntegrationConnection,
  ) {
    beforeEach(async () => {
      this.shop = await start();
      this.configure({});
    });

    afterEach(async () => {
      for (const registry of this.#registries.splice(0)) registry.close();
      await this.shop.stop();
    });
  }

  get connection(): IntegrationConnection {
    return this.connectionOf(this.shop);
  }

  /** Replaces the integration by one with these settings. */
  configure(settings: IntegrationSettings): void {
    this.registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'], ...settings });
    this.#registries.push(this.registry);
    this.integration = this.registry.forUnsaved(this.driver);
  }

  probe(capability: SystemCapability, modifiedAfter: string | null = null): Promise<BulkExportProbe> {
    return this.integration.probeBulkExport(this.connection, exportOf(capability, modifiedAfter));
  }

  async stream<C extends SystemCapability>(capability: C, modifiedAfter: string | null = null): Promise<ExportBatch<C>[]> {
    const { batches, onBatch } = batchCollector<C>();
    await this.integration.streamBulkExport(this.connection, exportOf(capability, modifiedAfter), onBatch);
    return batches;
  }

  async range<C extends SystemCapability>(capability: C, pages: Pages = [1, 1], options: RangeOptions = {}): Promise<ExportBatch<C>[]> {
    const { perPage = 50, modifiedAfter = null, requestedAt, sourceIds, connection = this.connection } = options;
    const { batches, onBatch } = batchCollector<C>();
    const request = { ...exportOf(capability, modifiedAfter), requestedAt, sourceIds };
    await this.integration.fetchBulkExportPageRange(connection, request, ...pages, perPage, onBatch);
    return batches;
  }
}

export const idsOf = (batches: readonly ExportBatch[]): string[] =>
  batches.flatMap(({ records }) => records.map(({ sourceId }) => sourceId));

/** Page and number of rows of each batch. */
export const sizesOf = (batches: readonly ExportBatch[]): [number, number][] => batches.map(({ page, rows }) => [page, rows]);
