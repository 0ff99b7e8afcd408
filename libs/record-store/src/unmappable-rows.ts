import type { SqlRunner } from '@sync/postgres';
import { isStorable, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { isMissingShop } from './database-errors';

/** Of one shop and kind. Beyond that a reconcile reads them again. */
const maxRows = 10_000;

/** What Postgres takes and an index holds. */
const isPlain = (sourceId: string) => sourceId.length <= 200 && isStorable(sourceId);

const note = `
  insert into unmappable_rows (shop_id, capability, source_id)
  select $1, $2, id from unnest($3::text[]) as id
  where (select count(*) from (select from unmappable_rows where shop_id = $1 and capability = $2 limit ${maxRows}) noted) < ${maxRows}
  order by id
  on conflict (shop_id, capability, source_id) do update set noted_at = excluded.noted_at`;

export async function noteUnmappable(
  pool: Pool,
  shopId: string,
  capability: SystemCapability,
  sourceIds: readonly string[],
): Promise<void> {
  const plain = [...new Set(sourceIds)].filter(isPlain);
  if (plain.length === 0) return;
  try {
    await pool.query(note, [shopId, capability, plain]);
  } catch (error) {
    if (!isMissingShop(error)) throw error;
  }
}

export async function findUnstored(
  pool: Pool,
  shopId: string,
  capability: SystemCapability,
  sourceIds: readonly string[],
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct wanted.id from unnest($3::text[]) as wanted (id)
     left join ${capability} stored on stored.shop_id = $1 and stored.source_id = wanted.id
     where stored.deleted_at is not null or stored.id is null and not exists (
       select from unmappable_rows row where row.shop_id = $1 and row.capability = $2 and row.source_id = wanted.id)`,
    [shopId, capability, sourceIds],
  );
  return rows.map(({ id }) => id);
}

export async function forgetUnmappable(sql: SqlRunner, shopId: string): Promise<void> {
  await sql.query('with gone as (delete from unmappable_rows where shop_id = $1 returning 1) select from gone', [shopId]);
}
