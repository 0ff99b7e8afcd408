import { hashToken, TokenHolders } from '@sync/identity';
import type { SyncSchedule } from '@sync/sync-runs';
import { addRuns, addShop, endRuns, findSenders, receive } from './probes';
import { PerScene, type ScaleCase } from './scale-case';
import type { Scene, Sender } from './scene';

const leaseMs = 8_000;
/** Spread over all connections. */
const tokensInUse = 2_000;
const batch = 10;
const hour = 3_600;
const limits = { maxQueued: 500, maxOpenOfTenant: 60 };
const intervals = { manual: null, hourly: hour, every_six_hours: 6 * hour, daily: 24 * hour, weekly: 7 * 24 * hour };
const schedule: SyncSchedule = {
  intervals,
  defaultFrequencies: { commerce_a: 'daily', commerce_b: 'daily' },
  fullSeconds: 7 * 24 * hour,
  reconcileSeconds: 24 * hour,
  quietHours: null,
};
/** Its runs are due as soon as they have ended. */
const frequency = 'at_once';
const dueAtOnce: SyncSchedule = { ...schedule, intervals: { ...intervals, [frequency]: 0 } };

/** Tokens, webhooks, claims and due syncs. */
export function workCases(): ScaleCase[] {
  return [...requestCases(), ...claimCases(), ...dueCases()];
}

function requestCases(): ScaleCase[] {
  const senders = new PerScene<Sender[]>();
  const stored = new PerScene<string[]>();
  const check = ({ pool, sizes: { connections } }: Scene, number: number) =>
    new TokenHolders(pool).find(hashToken(`bench ${1 + ((number * 7_919) % connections)}`));
  let next = 0;
  return [
    {
      what: 'token check',
      setUp: async (scene) => {
        for (let number = 0; number < tokensInUse; number += 1) await check(scene, number);
      },
      calls: 100,
      run: (scene) => check(scene, (next += 1) % tokensInUse),
    },
    {
      what: 'webhooks accepted, ten at once',
      setUp: async (scene) => {
        senders.set(scene, await findSenders(scene, 1_000));
        stored.set(scene, []);
      },
      calls: 20,
      prepare: async (scene) => {
        await scene.sql('delete from tasks where id = any($1)', [stored.of(scene)]);
        stored.set(scene, []);
      },
      run: async (scene, call) => {
        const all = senders.of(scene);
        const start = (call * batch) % (all.length - batch);
        stored.of(scene).push(...(await receive(scene, all.slice(start, start + batch))));
      },
    },
  ];
}

const waiting = 500;

/** Of the tasks of a database: 300,000 of the large one. */
const waitingShare = 0.15;

const insertRanges = `
  with connection as materialized (
    select id, tenant_id, shop_host, row_number() over () as position, count(*) over () as connections
    from system_connections where tenant_id is not null
  )
  insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, partition, subpartition, shop_host)
  select gen_random_uuid(), 'page-ranges', 'fetch-page-range', '{}', connection.id, 'pending', 5, connection.tenant_id, connection.id, connection.shop_host
  from generate_series(1, $1::int) as number
    join connection on connection.position = 1 + number % (select connections from connection limit 1)`;

/** Page ranges of all shops. One of each shop's host may be claimed. */
async function layRanges(scene: Scene): Promise<void> {
  await scene.sql(`delete from tasks where state = 'pending'`);
  await scene.sql('insert into shop_hosts (host) select distinct shop_host from system_connections on conflict do nothing');
  await scene.sql(insertRanges, [Math.round(scene.sizes.tasks * waitingShare)]);
  await scene.sql('vacuum (analyze) tasks');
}

function claimCases(): ScaleCase[] {
  /** The same tasks wait in each database: of up to fifty shops. */
  const lay = async (scene: Scene) => {
    await scene.sql(`delete from tasks where state = 'pending'`);
    const senders = await findSenders(scene, 50);
    for (let stored = 0; stored < waiting; stored += senders.length) await receive(scene, senders);
  };
  return [
    {
      what: `claim of a page range, ${waitingShare * 100} % of all tasks wait`,
      setUp: layRanges,
      prepare: (scene) => scene.sql(`update tasks set held = false, not_before = now() where held`),
      calls: 20,
      run: async ({ claims }) => {
        if ((await claims.claim('page-ranges', 'any', leaseMs)).length === 0) throw new Error('No page range was claimed');
      },
    },
    { what: `claim of a task, ${waiting} wait`, calls: 20, prepare: lay, run: ({ claims }) => claims.claim('webhooks', 'any', leaseMs) },
    {
      what: 'tasks of dead workers, none left',
      calls: 20,
      run: ({ claims }) => claims.claimLeft('webhooks', leaseMs),
    },
  ];
}

function dueCases(): ScaleCase[] {
  const shops = new PerScene<string[]>();
  return [
    { what: 'due syncs, none due', calls: 1, run: ({ syncs }) => syncs.openDue(schedule, limits) },
    {
      what: 'due syncs, 30 due',
      setUp: async (scene) => {
        const added: string[] = [];
        while (added.length < 10) added.push(await addShop(scene, { frequency }));
        for (const shop of added) await addRuns(scene, shop);
        shops.set(scene, added);
      },
      calls: 1,
      prepare: async (scene) => {
        for (const shop of shops.of(scene)) await endRuns(scene, shop);
      },
      run: async ({ syncs }) => {
        const opened = await syncs.openDue(dueAtOnce, limits);
        if (opened < 30) throw new Error(`${opened} of 30 due syncs were opened`);
      },
    },
  ];
}
