import type { Service } from '../testing/actors';
import type { AcknowledgedDelivery } from './persistent-sender';

const tables = ['customers', 'products', 'orders'] as const;

/** Records every write from inside the database, in the writing transaction. The role of the apps may not write the table itself. */
export async function watchEffects(service: Service): Promise<void> {
  await service.rows(`
    create table effects (
      id bigint generated always as identity, connection uuid, record text, kind text, content uuid, at timestamptz default clock_timestamp())`);
  await service.rows(`
    create function note_effect() returns trigger language plpgsql security definer as $$
    declare record_key text := tg_table_name || ' ' || new.source_id;
    begin
      if tg_op = 'INSERT' or old.content_hash <> new.content_hash then
        insert into effects (connection, record, kind, content) values (new.shop_id, record_key, 'content', new.content_hash);
      end if;
      if new.deleted_at is not null and (tg_op = 'INSERT' or old.deleted_at is null) then
        insert into effects (connection, record, kind) values (new.shop_id, record_key, 'deleted');
      end if;
      return null;
    end $$`);
  for (const table of tables) {
    await service.rows(`create trigger note_effect after insert or update on ${table} for each row execute function note_effect()`);
  }
}

const ofConnections = '($1::uuid[] is null or connection = any($1))';

/** Contents that a record had twice: a repeated effect, or an older one after a newer one. Connections: null means all. */
export async function repeatedContents(service: Service, connectionIds: readonly string[] | null = null): Promise<string[]> {
  const rows = await service.rows<{ record: string; history: string }>(
    `select record, string_agg(concat_ws(' ', kind, left(content::text, 8), to_char(at, 'HH24:MI:SS.MS')), ', ' order by id) as history
     from effects
     where ${ofConnections} and (connection, record) in (
       select connection, record from effects where kind = 'content' group by connection, record, content having count(*) > 1)
     group by connection, record order by record`,
    [connectionIds],
  );
  return rows.map(({ record, history }) => `${record} (${history})`);
}

/** Records marked deleted more often than the shop deleted them. */
export async function excessDeletions(
  service: Service,
  acknowledged: Iterable<AcknowledgedDelivery>,
  connectionIds: readonly string[] | null = null,
): Promise<string[]> {
  const deletions = new Map<string, number>();
  for (const { topic, sourceId } of acknowledged) {
    const [resource = '', event] = topic.split('.');
    const record = `${resource}s ${sourceId}`;
    if (event === 'deleted') deletions.set(record, (deletions.get(record) ?? 0) + 1);
  }
  const rows = await service.rows<{ record: string; times: number }>(
    `select record, count(*)::int as times from effects where kind = 'deleted' and ${ofConnections} group by connection, record`,
    [connectionIds],
  );
  return rows.filter(({ record, times }) => times > (deletions.get(record) ?? 0)).map(({ record, times }) => `${record}, ${times} times`);
}
