import { RecordStore } from '@sync/record-store';
import type { OrderData } from '@sync/records';
import type { Pool } from 'pg';
import type { SampleRecords } from './demo-shop-program';

interface Batches {
  size: number;
  /** Batches at once; default: as many as the pool has sessions. One more is prepared while the others wait for the database. */
  inHand?: number;
  firstExport: boolean;
}

export function batchesOf<T>(records: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(records.length / size) }, (_, index) => records.slice(index * size, (index + 1) * size));
}

export async function storeOrders(pool: Pool, shopId: string, orders: readonly OrderData[], how: Batches): Promise<void> {
  const { size, inHand = pool.options.max, firstExport } = how;
  const store = new RecordStore(pool);
  const batches = batchesOf(orders, size).reverse();
  const write = async (): Promise<void> => {
    for (let records = batches.pop(); records; records = batches.pop())
      await store.writePage({ shopId, capability: 'orders', records, firstExport, runId: shopId });
  };
  await Promise.all(Array.from({ length: inHand }, write));
}

/** The customers and products that orders refer to. */
export async function storeTargets(pool: Pool, shopId: string, { customers, products }: SampleRecords): Promise<void> {
  const store = new RecordStore(pool);
  await store.writePage({ shopId, capability: 'customers', records: customers, firstExport: true });
  await store.writePage({ shopId, capability: 'products', records: products, firstExport: true });
}
