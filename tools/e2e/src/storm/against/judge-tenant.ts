import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopCollection } from '@sync/demo-shops';
import { initialise, linkPatiently, type Caller } from '../../testing/actors';
import { json } from '../../testing/exchange';
import type { PersistentSender } from '../persistent-sender';
import type { TenantVerdict } from '../tenant-verdict';
import { isOpen, runsOf, type StormShop, type StormTenant } from '../storm-tenant';
import type { Deployment } from './deployment';

interface Likeness {
  /** Live ones in the feed. */
  records: number;
  wrongs: string[];
}

interface FeedRecord {
  source_id: string;
  deleted_at: string | null;
}

const kinds: readonly ShopCollection[] = ['customers', 'products', 'orders'];
const settledWithinMs = 300_000;
const looksEveryMs = 500;
/** Ids and times of the service, which differ from connection to connection. */
const ownFields = ['id', 'system_connection_id', 'synced_at', 'customer_id', 'product_id'];

/** Waits until the connection has runs and none is open. False: not within minutes. */
async function isSettled(deployment: Deployment, caller: Caller, connectionId: string): Promise<boolean> {
  for (const end = Date.now() + settledWithinMs; Date.now() < end; await sleep(looksEveryMs)) {
    const runs = await runsOf(deployment, caller, connectionId).catch(() => []);
    if (runs.length > 0 && !runs.some(isOpen)) return true;
  }
  return false;
}

/** What callers can see from outside: responses to webhooks, runs, and the records feed beside the shops. */
export async function judgeTenant(deployment: Deployment, tenant: StormTenant): Promise<TenantVerdict> {
  const { plan, sender, feed, caller, connectionIds } = tenant;
  const wrongs = wrongDeliveries(sender);
  const settled = await Promise.all(connectionIds.map((id) => isSettled(deployment, caller, id)));
  if (settled.includes(false)) wrongs.push('runs were open after the load ended');
  const runs = (await Promise.all(connectionIds.map((id) => runsOf(deployment, caller, id)))).flat();
  const failed = runs.filter(({ status }) => status === 'failed' || status === 'cancelled');
  wrongs.push(...failed.map(({ capability, status, error }) => `run of ${capability} ${status}: ${error ?? ''}`));
  const likenesses = await Promise.all(tenant.shops.map((shop) => unlikeShop(deployment, tenant, shop)));
  wrongs.push(...likenesses.flatMap((likeness) => likeness.wrongs));
  const records = likenesses.reduce((sum, likeness) => sum + likeness.records, 0);
  // A caller that kept reading must have learnt the same as one who reads everything now.
  wrongs.push(...(await feed.wrongs()));
  const accepted = sender.acknowledged.size;
  const succeeded = runs.filter(({ status }) => status === 'succeeded').length;
  return {
    tenant: plan.name,
    role: plan.role,
    accepted,
    effected: null,
    runs: runs.length,
    succeeded,
    records,
    read: feed.changes,
    isServed: null,
    wrongs,
  };
}

/** So that the deployment does not call a shop that is gone. */
export async function uninstall(deployment: Deployment, { token }: Caller, connectionId: string): Promise<void> {
  await deployment.ask('DELETE', `/api/system-connections/${connectionId}`, { token });
}

function wrongDeliveries({ givenUp, others }: PersistentSender): string[] {
  const unexpected = Object.keys(others).filter((response) => !['503', 'none'].includes(response));
  return [...givenUp.map((one) => `never acknowledged: ${one}`), ...unexpected.map((one) => `${others[one]} deliveries got ${one}`)];
}

/** Live records of the connection by kind and id, without the service's own fields. */
async function liveRecords(deployment: Deployment, token: string, connectionId: string): Promise<Map<string, string>> {
  const live = new Map<string, string>();
  for (const kind of kinds) {
    for (let cursor: string | null = null, hasMore = true; hasMore;) {
      const query = new URLSearchParams({ source_connection_id: connectionId, limit: '500', ...(cursor !== null && { cursor }) });
      const response = await deployment.ask('GET', `/api/records/${kind}?${query.toString()}`, { token });
      const page = json<{ data: FeedRecord[]; next_cursor: string; has_more: boolean }>(response);
      for (const record of page.data) {
        const key = `${kind} ${record.source_id}`;
        if (record.deleted_at === null) live.set(key, contentOf(record));
        else live.delete(key);
      }
      [cursor, hasMore] = [page.next_cursor, page.has_more];
    }
  }
  return live;
}

/** The order of members says nothing. */
function contentOf(record: FeedRecord): string {
  return JSON.stringify(record, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !ownFields.includes(name))
        .sort(),
    );
  });
}

/**
 * Compares with a new tenant's connection to the same shop, exported without load. Webhooks take effect after their 200, and records are in the
 * feed once their rules are derived: it waits for minutes.
 */
async function unlikeShop(deployment: Deployment, { caller }: StormTenant, { address, connectionId }: StormShop): Promise<Likeness> {
  const other = await initialise(deployment);
  const undisturbed = await linkPatiently(deployment, other, address);
  await isSettled(deployment, other, undisturbed.connectionId);
  let likeness: Likeness;
  const end = Date.now() + settledWithinMs;
  do {
    await sleep(looksEveryMs);
    const live = await liveRecords(deployment, caller.token, connectionId);
    const fresh = await liveRecords(deployment, other.token, undisturbed.connectionId);
    const different = [...new Set([...live.keys(), ...fresh.keys()])].filter((key) => live.get(key) !== fresh.get(key));
    likeness = { records: live.size, wrongs: different.map((key) => `${key} is not as its shop has it`) };
  } while ((likeness.wrongs.length > 0 || likeness.records === 0) && Date.now() < end);
  await uninstall(deployment, other, undisturbed.connectionId);
  return likeness;
}
