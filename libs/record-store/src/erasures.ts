import type { SqlRunner } from '@sync/postgres';

/** Whose records an erasure is about. `shopId`: only of this shop; null: of every shop of the tenant. */
export interface ErasureScope {
  tenantId: string;
  shopId: string | null;
}

/** A person whom the records of a tenant no longer name. */
export interface Erasure {
  id: string;
  /** Rows that lost the person, by where they stand. */
  counts: Readonly<Record<string, number>>;
  createdAt: Date;
  /** Null: it runs. */
  finishedAt: Date | null;
}

/** An erasure that has to be carried out. */
export interface RunningErasure extends ErasureScope {
  id: string;
  /** Of the shop. */
  connectionId: string | null;
  /** The address, sealed for this row. */
  sealed: string;
}

const isInScope = 'tenant_id = $1 and ($2::uuid is null or shop_id = $2)';
const shown = 'id, counts, created_at as "createdAt", finished_at as "finishedAt"';

/** One erasure for each address: asked for again, it runs again. `sealed`: the address, for the id that the function is called with. */
export async function startErasure(
  sql: SqlRunner,
  { tenantId, shopId, addressHash, id, sealed }: ErasureScope & { addressHash: string; id: string; sealed: string },
): Promise<Erasure> {
  const [erasure] = await sql.query<Erasure[]>(
    `insert into erasures (id, tenant_id, address_hash, address, shop_id) values ($1, $2, decode($3, 'hex'), $4, $5)
     on conflict (tenant_id, address_hash, shop_id) do update set address = excluded.address, counts = '{}', created_at = now(), finished_at = null
     returning ${shown}`,
    [id, tenantId, addressHash, sealed, shopId],
  );
  return erasure as Erasure;
}

/** The erasure of this address, if there is one; how many run; and how many the tenant has. */
export async function findErasureOf(
  sql: SqlRunner,
  { tenantId, shopId }: ErasureScope,
  addressHash: string,
): Promise<{ id: string | null; running: number; all: number }> {
  const [found] = await sql.query<{ id: string | null; running: number; all: number }[]>(
    `select (select id from erasures where tenant_id = $1 and address_hash = decode($2, 'hex') and shop_id is not distinct from $3) as id,
       (select count(*)::int from erasures where tenant_id = $1 and finished_at is null) as running,
       (select count(*)::int from erasures where tenant_id = $1) as all`,
    [tenantId, addressHash, shopId],
  );
  return found ?? { id: null, running: 0, all: 0 };
}

export async function findErasure(sql: SqlRunner, { tenantId, shopId }: ErasureScope, id: string): Promise<Erasure | null> {
  const [erasure] = await sql.query<Erasure[]>(`select ${shown} from erasures where ${isInScope} and id = $3`, [tenantId, shopId, id]);
  return erasure ?? null;
}

/** The person may come back from now on, by the next sync that reads the records. False: no such erasure. */
export async function liftErasure(sql: SqlRunner, { tenantId, shopId }: ErasureScope, id: string): Promise<boolean> {
  const lifted = `with lifted as (delete from erasures where ${isInScope} and id = $3 returning 1) select count(*)::int as count from lifted`;
  const [{ count } = { count: 0 }] = await sql.query<{ count: number }[]>(lifted, [tenantId, shopId, id]);
  return count > 0;
}

/** Whether one of the hashed addresses is that of a person who was erased from the shop. */
export async function isAnyErased(sql: SqlRunner, { tenantId, shopId }: ErasureScope, hashes: readonly string[]): Promise<boolean> {
  const erased = `
    select from erasures where tenant_id = $1 and (shop_id is null or shop_id = $2)
      and address_hash = any(select decode(hash, 'hex') from unnest($3::text[]) as hash) limit 1`;
  return (await sql.query<unknown[]>(erased, [tenantId, shopId, hashes])).length > 0;
}

/** Whether the tenant has erased a person. */
export async function hasErasures(sql: SqlRunner, tenantId: string): Promise<boolean> {
  return (await sql.query<unknown[]>('select from erasures where tenant_id = $1 limit 1', [tenantId])).length > 0;
}

/** Null: it is finished, or lifted. */
export async function findRunningErasure(sql: SqlRunner, id: string): Promise<RunningErasure | null> {
  const running = `
    select erasures.id, erasures.tenant_id as "tenantId", shop_id as "shopId", shops.system_connection_id as "connectionId", address as sealed
    from erasures left join shops on shops.id = shop_id where erasures.id = $1 and finished_at is null`;
  const [erasure] = await sql.query<RunningErasure[]>(running, [id]);
  return erasure ?? null;
}

/** Notes rows outside of the record tables that lost the person, in the transaction that changes them. */
export async function countErased(sql: SqlRunner, id: string, place: string, rows: number): Promise<void> {
  if (rows === 0) return;
  await sql.query(
    `update erasures set counts = counts || jsonb_build_object($2::text, coalesce((counts ->> $2)::bigint, 0) + $3) where id = $1`,
    [id, place, rows],
  );
}

/** Forgets the address and notes the event for callers. False: the erasure was lifted meanwhile, or asked for again. */
export async function finishErasure(sql: SqlRunner, { id, sealed }: Pick<RunningErasure, 'id' | 'sealed'>): Promise<boolean> {
  const [{ count } = { count: 0 }] = await sql.query<{ count: number }[]>(
    `with finished as (update erasures set finished_at = now(), address = null where id = $1 and address = $2 returning tenant_id)
     select count(*)::int as count, max(note_caller_event(tenant_id, 'person.erased', null, jsonb_build_object('erasure_id', $1::uuid))::text) from finished`,
    [id, sealed],
  );
  return count > 0;
}
