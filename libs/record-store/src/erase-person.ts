import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { eraseStored, type StoredErasure } from './erase-stored';
import type { ErasureScope } from './erasures';
import { findNamed, shopsIn } from './find-named';

/** A person to be taken out of records. */
export interface PersonToErase extends ErasureScope {
  erasureId: string;
  /** As `plainAddress` writes it. */
  address: string;
}

const recordsPerTransaction = 200;

/** The first place in the feed that a writer may still take who has not seen what is committed now. */
const firstUnknownPlace = `select (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + "offset")::text as place from feed_clock`;

/**
 * Whether every writer has ended that may not have known of an erasure when `place` was read: what came later passed the door with it.
 */
export async function haveWritersEnded(pool: Pool, place: string): Promise<boolean> {
  const { rows } = await pool.query<{ ended: boolean }>('select feed_horizon() >= $1::bigint as ended', [place]);
  return rows[0]?.ended ?? false;
}

export async function readPlace(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ place: string }>(firstUnknownPlace);
  return rows[0]?.place ?? '0';
}

/**
 * Takes a person out of every record of the shop, or of all shops of the tenant. Each record that changes is counted by the erasure and gets one new place in the
 * feed. Safe to repeat: a record without the person stays as it is. `betweenParts` may throw to stop.
 */
export async function erasePerson(pool: Pool, person: PersonToErase, betweenParts: () => void): Promise<void> {
  for (const { shopId } of await shopsIn(pool, person))
    for (const capability of systemCapabilities) await eraseFrom(pool, shopId, capability, person, betweenParts);
}

/** Customers come first, so that their orders are known. */
async function eraseFrom(
  pool: Pool,
  shopId: string,
  capability: SystemCapability,
  { address, erasureId }: PersonToErase,
  betweenParts: () => void,
): Promise<void> {
  const customers = capability === 'orders' ? await erasedCustomers(pool, shopId, erasureId) : [];
  const erasure = { shopId, capability, erasureId, isErased: (plain: string) => plain === address };
  for await (const { named, linked } of findNamed(pool, shopId, capability, address, customers)) {
    await inParts(pool, { ...erasure, customers }, linked, betweenParts);
    await inParts(pool, erasure, named, betweenParts);
    betweenParts();
  }
}

async function inParts(pool: Pool, erasure: StoredErasure, sourceIds: readonly string[], betweenParts: () => void): Promise<void> {
  for (let start = 0; start < sourceIds.length; start += recordsPerTransaction) {
    betweenParts();
    await eraseStored(pool, { ...erasure, sourceIds: sourceIds.slice(start, start + recordsPerTransaction) });
  }
}

async function erasedCustomers(pool: Pool, shopId: string, erasureId: string): Promise<string[]> {
  const erased = 'select source_id from customers where shop_id = $1 and erased_by = $2 and erased_by is not null';
  return (await pool.query<{ source_id: string }>(erased, [shopId, erasureId])).rows.map(({ source_id }) => source_id);
}
