import type { ShopCollection } from '@sync/demo-shops';
import { until } from '@sync/test-harness';
import { linkPatiently, type Caller, type RegisteringShop, type Service } from '../testing/actors';
import { excessDeletions, repeatedContents } from './effects';
import type { PersistentSender } from './persistent-sender';

const tables: readonly ShopCollection[] = ['customers', 'products', 'orders'];
const openWork = `select concat_ws(' ', name, not_before, last_error) as work from tasks where state = 'pending'
  union all select concat_ws(' ', mode, capability, status, waiting_reason, waiting_until) from sync_runs where status in ('queued', 'running')
  limit 5`;

/** Waits until every run has ended and no task is pending. Rejects when work is left after minutes, and says which. */
export async function settled(service: Service): Promise<void> {
  let left: { work: string }[] = [];
  const isSettled = async () => (left = await service.rows<{ work: string }>(openWork)).length === 0;
  await until(isSettled, undefined, () => `: ${left.map(({ work }) => work).join('; ')} is left`);
}

const ofConnections = '($1::uuid[] is null or system_connection_id = any($1))';

/** Faults in words; empty when every acknowledged delivery took effect once and every run has succeeded. Connections: null means all. */
export async function wrongs(
  service: Service,
  sender: PersistentSender,
  connectionIds: readonly string[] | null = null,
): Promise<string[]> {
  const found: string[] = [];
  const note = (what: string, lines: readonly unknown[]) => {
    if (lines.length > 0)
      found.push(`${what}: ${lines.slice(0, 5).map(String).join('; ')}${lines.length > 5 ? ` … (${lines.length})` : ''}`);
  };
  const [{ stored } = { stored: 0 }] = await service.rows<{ stored: number }>(
    `select count(*)::int as stored from tasks where body_hash is not null and ${ofConnections}`,
    [connectionIds],
  );
  if (stored !== sender.acknowledged.size) found.push(`${sender.acknowledged.size} deliveries were acknowledged, ${stored} are stored`);
  note('deliveries never acknowledged', sender.givenUp);
  const unexpected = Object.keys(sender.others).filter((response) => response !== '503' && response !== 'none');
  note(
    'responses to deliveries',
    unexpected.map((response) => `${response} (${sender.others[response]})`),
  );
  const open = await service.rows<{ name: string; state: string; last_error: string | null }>(
    `select name, state, last_error from tasks where state <> 'done' and ${ofConnections}`,
    [connectionIds],
  );
  note(
    'tasks not done',
    open.map(({ name, state, last_error }) => `${name} ${state} ${last_error ?? ''}`),
  );
  const runs = await service.rows<{ capability: string; status: string; error: string | null }>(
    `select capability, status, error from sync_runs where status <> 'succeeded' and ${ofConnections}`,
    [connectionIds],
  );
  note(
    'runs not succeeded',
    runs.map(({ capability, status, error }) => `${capability} ${status} ${error ?? ''}`),
  );
  note('repeated contents', await repeatedContents(service, connectionIds));
  note('deletions the shop did not make', await excessDeletions(service, sender.acknowledged.values(), connectionIds));
  return found;
}

interface LiveRow {
  source_id: string;
  content: string;
  linked: string;
}

/** Live records with their links, without values that differ between databases. */
function liveRows(service: Service, table: ShopCollection, connectionId: string): Promise<LiveRow[]> {
  const linked =
    table === 'orders'
      ? `concat((select c.source_id from customers c where c.id = r.customer_id and c.deleted_at is null), ' of ',
           (select c.source_id from customers c where c.shop_id = r.shop_id and c.source_id = r.customer_source_id
            and c.deleted_at is null))`
      : `''`;
  return service.rows(
    `select source_id, content_hash::text as content, ${linked} as linked from ${table} r
     where shop_id = (select id from shops where system_connection_id = $1) and deleted_at is null order by source_id`,
    [connectionId],
  );
}

/** Compares two connections to one shop. */
export interface Difference {
  /** `orders 1001` */
  record: string;
  what: string;
}

export async function differences(service: Service, one: string, other: string): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const table of tables) {
    const mine = new Map((await liveRows(service, table, one)).map((row) => [row.source_id, row]));
    const theirs = new Map((await liveRows(service, table, other)).map((row) => [row.source_id, row]));
    for (const id of new Set([...mine.keys(), ...theirs.keys()])) {
      const what = difference(mine.get(id), theirs.get(id));
      if (what) found.push({ record: `${table} ${id}`, what });
    }
  }
  return found;
}

function difference(mine: LiveRow | undefined, theirs: LiveRow | undefined): string | null {
  if (!mine || !theirs) return mine ? 'should not be there' : 'is missing';
  if (mine.content !== theirs.content) return 'has another content';
  return mine.linked === theirs.linked ? null : 'is linked to others';
}

/** A new tenant's connection to the same shop, exported in full without faults. */
export async function undisturbedRun(service: Service, shop: RegisteringShop, caller: Caller): Promise<string> {
  const { connectionId } = await linkPatiently(service, caller, shop);
  await until(async () => {
    const [row] = await service.rows<{ done: number }>(
      `select count(*)::int as done from sync_runs where system_connection_id = $1 and status = 'succeeded'`,
      [connectionId],
    );
    return row?.done === tables.length;
  });
  await settled(service);
  return connectionId;
}
