import { retryOnConflict } from '@sync/postgres';
import type { SystemCapability } from '@sync/records';
import type { Pool, PoolClient } from 'pg';
import { contentColumns, unlinkedLineItems } from './columns';
import { erasedFields, ownAddresses, type IsErased } from './erased-fields';
import { contentHash, feedBytes } from './page-rows';
import { storyEntry, withEntry } from './record-story';
import { toSeparatedText } from './separated-text';
import { countBytes } from './stored-bytes';
import { noteChanged } from './write-statement';

/** Records of one kind of a shop that lose a person. */
export interface StoredErasure {
  shopId: string;
  capability: SystemCapability;
  /** Only these records. */
  sourceIds?: readonly string[];
  /** Only orders of these customers, which are erased. */
  customers?: readonly string[];
  /** Default: no address is erased, only the customers are. */
  isErased?: IsErased;
  /** The erasure that counts the records, and that customers are marked with. */
  erasureId?: string;
}

/** As a writer of pages locks them, so that neither waits for the other. */
const lockStored = (capability: SystemCapability) => `
  select id, ${contentColumns[capability].map(({ name }) => `${name}::text`).join(', ')}${capability === 'customers' ? ', erased_by' : ''}
  from ${capability}
  where shop_id = $1 and ($2::text[] is null or source_id = any($2))
    ${capability === 'orders' ? 'and ($3::text[] is null or customer_source_id = any($3))' : 'and $3::text[] is null'}
  order by source_id for no key update`;

const locked: readonly string[] = ['55P03'];
const firstField = 6;

/** Each record that changes gets a new place in the feed, as by any other change. What tells older content from newer stays. */
function replaceFields(capability: SystemCapability): string {
  const sets = contentColumns[capability].map(({ name, type }, index) => `${name} = given.fields[${firstField + index}]::${type}`);
  if (capability === 'customers') sets.push('erased_by = given.fields[4]::uuid');
  return `
with given as (
  select string_to_array(text, $2::text, $4::text) as fields from unnest(string_to_array($1::text, $3::text)) as text
), erased as (
  update ${capability} stored set ${sets.join(', ')},
    content_hash = given.fields[2]::uuid, feed_bytes = stored.feed_bytes + given.fields[3]::int, bytes_added = given.fields[3]::int,
    feed_position = case when stored.feed_position < 0 then stored.feed_position else (select feed_position()) end, synced_at = now(),
    story = ${withEntry(storyEntry(`'erased'`, `concat_ws(':', 'erasure', $5::uuid)`, 'given.fields[5]'))}
  from given where stored.id = given.fields[1]::uuid
  returning stored.shop_id, stored.bytes_added as bytes, stored.feed_position
), counted as (${countBytes('erased')}
), noted as (
  update erasures set counts = counts || jsonb_build_object('${capability}', coalesce((counts ->> '${capability}')::bigint, 0) + (select count(*) from erased))
  where id = $5
)
select count(*)::int as erased, ${noteChanged('$6::uuid', capability, 'feed_position >= 0')}::text from erased`;
}

type StoredRow = Record<string, string | null> & { id: string };

/** Takes erased persons out of stored records, in one transaction. Records that name none stay as they are. Returns how many changed. */
export async function eraseStored(pool: Pool, erasure: StoredErasure): Promise<number> {
  return retryOnConflict(async () => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const erased = await eraseLocked(client, erasure);
      await client.query('commit');
      return erased;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }, locked);
}

async function eraseLocked(client: PoolClient, erasure: StoredErasure): Promise<number> {
  const { shopId, capability, sourceIds = null, customers = null, erasureId = null } = erasure;
  const { rows } = await client.query<StoredRow>(lockStored(capability), [shopId, sourceIds, customers]);
  const changed = rows.map((row) => changeOf(row, erasure)).filter((change) => change !== null);
  if (changed.length === 0) return 0;
  const { text, fieldSeparator, rowSeparator, nullMark } = toSeparatedText(changed);
  const values = [text, fieldSeparator, rowSeparator, nullMark, erasureId, shopId];
  const result = await client.query<{ erased: number }>(replaceFields(capability), values);
  return result.rows[0]?.erased ?? 0;
}

/** Id, content hash, bytes that are added to those in the feed, mark, names of the fields that change, fields. Null: the record names no erased person. */
function changeOf(row: StoredRow, erasure: StoredErasure): (string | null)[] | null {
  const { capability, customers, erasureId, isErased = () => false } = erasure;
  const columns = contentColumns[capability];
  const fields = columns.map(({ name }) => row[name] ?? null);
  const isAbout = customers !== undefined || ownAddresses(capability, fields).some(isErased);
  const erased = erasedFields(capability, fields, isErased, isAbout);
  if (erased.every((field, index) => field === fields[index])) return null;
  const isJson = (index: number) => columns[index]?.type === 'json';
  const bytes = feedBytes(erased, isJson) - feedBytes(fields, isJson);
  const mark = isAbout && capability === 'customers' ? (erasureId ?? null) : (row.erased_by ?? null);
  const names = columns.filter((_, index) => erased[index] !== fields[index]).map(({ name }) => name);
  return [row.id, contentHash(asFromShop(capability, erased)), String(bytes), mark, names.join(','), ...erased];
}

const lineItemsField = contentColumns.orders.findIndex(({ name }) => name === 'line_items');

/** As a page brings them, so that the same content is recognised: the links of line items are set later. */
function asFromShop(capability: SystemCapability, fields: readonly (string | null)[]): (string | null)[] {
  const lineItems = fields[lineItemsField];
  return capability === 'orders' && lineItems ? fields.with(lineItemsField, unlinkedLineItems(lineItems)) : [...fields];
}
