import { Secret, systemCapabilities, type SystemCapability } from '@sync/records';
import type { BulkExportProbe, ExportBatch, ExportRequest } from '../export-request';
import type { IntegrationConnection } from '../integration-connection';
import type { ContractCheck, IntegrationUnderTest, ShopUnderTest } from './integration-under-test';

/** A contract operation that sends requests to the shop. */
type RequestingOperation = [name: string, run: (connection?: IntegrationConnection) => Promise<unknown>];

/** One capability of a running shop. */
export class Exercise {
  constructor(
    readonly subject: IntegrationUnderTest,
    readonly shop: ShopUnderTest,
    readonly capability: SystemCapability,
  ) {}

  request(modifiedAfter: string | null = null): ExportRequest {
    return { capability: this.capability, systemConnectionId: this.shop.connection.id, modifiedAfter };
  }

  async stream(modifiedAfter: string | null = null): Promise<ExportBatch[]> {
    const { integration, connection } = this.shop;
    const batches: ExportBatch[] = [];
    await integration.streamBulkExport(connection, this.request(modifiedAfter), async (batch) => void batches.push(batch));
    return batches;
  }

  /** The pages first to last, both included. */
  async range(first: number, last: number, request = this.request(), perPage = this.subject.perPage): Promise<ExportBatch[]> {
    const { integration, connection } = this.shop;
    const batches: ExportBatch[] = [];
    await integration.fetchBulkExportPageRange(connection, request, first, last, perPage, async (batch) => void batches.push(batch));
    return batches;
  }

  probe(request = this.request()): Promise<BulkExportProbe> {
    return this.shop.integration.probeBulkExport(this.shop.connection, request);
  }

  /** Source ids of all listed records, sorted. */
  async ids(): Promise<string[]> {
    return [...(await this.shop.ids(this.capability))].sort();
  }

  /** The bulk operations that send requests; the default probe does not. */
  bulkOperations(): RequestingOperation[] {
    const { integration, connection: own } = this.shop;
    const request = this.request();
    const ignore = async (): Promise<void> => undefined;
    const probe: RequestingOperation = ['probeBulkExport', (connection = own) => integration.probeBulkExport(connection, request)];
    return [
      ['requestBulkExport', (connection = own) => integration.requestBulkExport(connection, request)],
      ['streamBulkExport', (connection = own) => integration.streamBulkExport(connection, request, ignore)],
      ...(this.subject.hasPageRanges ? [probe] : []),
      [
        'fetchBulkExportPageRange',
        (connection = own) => integration.fetchBulkExportPageRange(connection, request, 1, 1, this.subject.perPage, ignore),
      ],
    ];
  }
}

/** Two full pages and a partial one. */
export function severalPages({ perPage }: IntegrationUnderTest): { records: number; pages: number } {
  return { records: 2 * perPage + Math.min(7, perPage), pages: 3 };
}

/** Starts a shop for `use` and always stops it. */
export async function withShop<T>(subject: IntegrationUnderTest, records: number, use: (shop: ShopUnderTest) => Promise<T>): Promise<T> {
  const shop = await subject.start({ records });
  try {
    return await use(shop);
  } finally {
    await shop.stop();
  }
}

/** Calls `use` once per capability of one shop. */
export function withEachCapability(
  subject: IntegrationUnderTest,
  records: number,
  use: (exercise: Exercise) => Promise<void>,
): Promise<void> {
  return withShop(subject, records, async (shop) => {
    for (const capability of systemCapabilities) await use(new Exercise(subject, shop, capability));
  });
}

interface Setting {
  appliesTo?: ContractCheck['appliesTo'];
  /** Records of each shop, one shop after another. Default: several pages. */
  records?: (subject: IntegrationUnderTest) => readonly number[];
}

/** A rule for each capability. */
export function ofEachCapability(
  title: string,
  { appliesTo, records = (subject) => [severalPages(subject).records] }: Setting,
  check: (exercise: Exercise, records: number) => Promise<void>,
): ContractCheck {
  return {
    title,
    ...(appliesTo && { appliesTo }),
    check: async (subject) => {
      for (const count of records(subject)) await withEachCapability(subject, count, (exercise) => check(exercise, count));
    },
  };
}

/** A rule about a shop as a whole, with one record of each capability. */
export function ofShop(title: string, check: (shop: ShopUnderTest, subject: IntegrationUnderTest) => Promise<void>): ContractCheck {
  return { title, check: (subject) => withShop(subject, 1, (shop) => check(shop, subject)) };
}

/** A connection whose credentials throw when read: an unexpected error in the middle of the platform's code. */
export function strayConnection(connection: IntegrationConnection, message = 'a stray error'): IntegrationConnection {
  const raise = (): never => {
    throw new RangeError(message);
  };
  const credentials = new Proxy({}, { get: raise, has: raise, ownKeys: raise, getOwnPropertyDescriptor: raise });
  return { ...connection, credentials: new Secret(credentials) };
}

export function idsOf(batches: readonly ExportBatch[]): string[] {
  return batches.flatMap(({ records }) => records.map(({ sourceId }) => sourceId));
}

/** The instant so many milliseconds later. */
export function later(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString();
}

/** The error of a rejection or a synchronous throw. */
export async function failureOf(run: () => Promise<unknown>, what: string): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error(`${what} should have failed`);
}
