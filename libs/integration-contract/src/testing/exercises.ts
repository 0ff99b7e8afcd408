import { Secret, systemCapabilities, type SystemCapability } from '@sync/records';
import type { ExportBatch, ExportRequest } from '../export-request';
import type { IntegrationConnection } from '../integration-connection';
import type { IntegrationUnderTest, ShopUnderTest } from './integration-under-test';

/** Starts a shop for `use` and always stops it. */
export async function withShop(subject: IntegrationUnderTest, records: number, use: (shop: ShopUnderTest) => Promise<void>): Promise<void> {
  const shop = await subject.start({ records });
  try {
    await use(shop);
  } finally {
    await shop.stop();
  }
}

/** Like `withShop`, but calls `use` once per capability. */
export function withEachCapability(
  subject: IntegrationUnderTest,
  records: number,
  use: (shop: ShopUnderTest, capability: SystemCapability) => Promise<void>,
): Promise<void> {
  return withShop(subject, records, async (shop) => {
    for (const capability of systemCapabilities) await use(shop, capability);
  });
}

/** Two full pages and a partial one. */
export function severalPages({ perPage }: IntegrationUnderTest): { records: number; pages: number } {
  return { records: 2 * perPage + Math.min(7, perPage), pages: 3 };
}

export function exportOf(shop: ShopUnderTest, capability: SystemCapability, modifiedAfter: string | null = null): ExportRequest {
  return { capability, systemConnectionId: shop.connection.id, modifiedAfter };
}

export async function stream(
  shop: ShopUnderTest,
  capability: SystemCapability,
  modifiedAfter: string | null = null,
): Promise<ExportBatch[]> {
  const batches: ExportBatch[] = [];
  await shop.integration.streamBulkExport(
    shop.connection,
    exportOf(shop, capability, modifiedAfter),
    async (batch) => void batches.push(batch),
  );
  return batches;
}

export async function pageRange(
  shop: ShopUnderTest,
  request: ExportRequest,
  [startPage, endPage]: readonly [number, number],
  perPage: number,
): Promise<ExportBatch[]> {
  const batches: ExportBatch[] = [];
  await shop.integration.fetchBulkExportPageRange(
    shop.connection,
    request,
    startPage,
    endPage,
    perPage,
    async (batch) => void batches.push(batch),
  );
  return batches;
}

/** A contract operation that sends requests to the shop. */
type RequestingOperation = [name: string, run: (connection?: IntegrationConnection) => Promise<unknown>];

/** The bulk operations that send requests; the default probe does not. */
export function bulkOperations(subject: IntegrationUnderTest, shop: ShopUnderTest, capability: SystemCapability): RequestingOperation[] {
  const { integration } = shop;
  const request = exportOf(shop, capability);
  const ignore = async (): Promise<void> => undefined;
  const probe: RequestingOperation = [
    'probeBulkExport',
    (connection = shop.connection) => integration.probeBulkExport(connection, request),
  ];
  return [
    ['requestBulkExport', (connection = shop.connection) => integration.requestBulkExport(connection, request)],
    ['streamBulkExport', (connection = shop.connection) => integration.streamBulkExport(connection, request, ignore)],
    ...(subject.hasPageRanges ? [probe] : []),
    [
      'fetchBulkExportPageRange',
      (connection = shop.connection) => integration.fetchBulkExportPageRange(connection, request, 1, 1, subject.perPage, ignore),
    ],
  ];
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

/** The error of a rejection or a synchronous throw. */
export async function failureOf(run: () => Promise<unknown>, what: string): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error(`${what} should have failed`);
}
