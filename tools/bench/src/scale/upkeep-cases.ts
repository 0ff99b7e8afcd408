import {
  endConnectionsPastGrace,
  eraseEndedConnections,
  finishUninstallations,
  prunePendingConnections,
  uninstallConnection,
} from '@sync/connections';
import { eraseUnusedTenants } from '@sync/domain';
import { eraseFailedWebhookBodies, removeDoneTasks } from '@sync/durable-work';
import { deleteOldConnectionTokens } from '@sync/identity';
import { deleteOldTombstones } from '@sync/record-store';
import { deleteOldSyncRuns } from '@sync/sync-runs';
import { v7 as uuidv7 } from 'uuid';
import { addRecords, addRuns, addShop, findSenders, idOfDay, receive, senderOf } from './probes';
import { PerScene, type ScaleCase } from './scale-case';
import type { Scene } from './scene';

const never = new AbortController().signal;
/** Rows that each turn of a sweep finds. */
const found = 50;

const rethrow = (_id: string, error: unknown): never => {
  throw error;
};

/** Removal of connections and tenants, and the sweeps. */
export function upkeepCases(): ScaleCase[] {
  return [...removals(), ...sweepsOfWork(), ...sweepsOfConnections()];
}

/** A shop with 1,400 customers and products, 100 orders, three runs and ten webhooks. */
async function addUsedShop(scene: Scene): Promise<string> {
  const shop = await addShop(scene);
  await addRecords(scene, shop, 100);
  await addRuns(scene, shop);
  const sender = await senderOf(scene, shop);
  for (let webhook = 0; webhook < 10; webhook += 1) await receive(scene, [sender]);
  return shop;
}

function removals(): ScaleCase[] {
  const shops = new PerScene<string[]>();
  return [
    {
      what: 'removal of a connection with 1,500 records',
      calls: 2,
      prepare: async (scene, calls) => {
        const added: string[] = [];
        while (added.length < calls) added.push(await addUsedShop(scene));
        shops.set(scene, added);
      },
      run: (scene, call) => uninstallConnection(scene.dataSource, shops.of(scene)[call] ?? '', 'administrator:bench'),
    },
    { what: 'unfinished removals, none', calls: 20, run: ({ dataSource }) => finishUninstallations(dataSource, rethrow, never) },
    {
      what: 'removal of five unused tenants',
      calls: 1,
      prepare: (scene) =>
        scene.sql(
          `insert into tenants (id, name, created_at) select gen_random_uuid(), 'Unused', now() - interval '400 days' from generate_series(1, 5)`,
        ),
      run: ({ dataSource }) => eraseUnusedTenants(dataSource, 390),
    },
  ];
}

function sweepsOfWork(): ScaleCase[] {
  const shops = new PerScene<string[]>();
  const drawShops = async (scene: Scene) =>
    shops.set(
      scene,
      (await findSenders(scene, found)).map(({ id }) => id),
    );
  /** One row for each of the shops. */
  const insert = (scene: Scene, statement: string) =>
    scene.sql(`with shop as (select id, row_number() over () as n from unnest($1::uuid[]) as id) ${statement}`, [shops.of(scene)]);
  return [
    {
      what: `ended runs, ${found} of them old`,
      setUp: drawShops,
      calls: 1,
      prepare: (scene) =>
        insert(
          scene,
          `insert into sync_runs (id, system_connection_id, capability, mode, status, created_at, started_at, finished_at)
           select gen_random_uuid(), id, 'orders', 'delta', 'failed', old.at, old.at, old.at from shop, (values (now() - interval '91 days')) as old (at)`,
        ),
      run: ({ dataSource }) => deleteOldSyncRuns(dataSource, never),
    },
    {
      what: `used connection tokens, ${found} of them old`,
      calls: 1,
      prepare: (scene) =>
        insert(
          scene,
          `insert into connection_tokens (id, system_connection_id, token_hash, expires_at, used_at)
           select gen_random_uuid(), id, sha256(gen_random_uuid()::text::bytea), now() - interval '2 days', now() - interval '2 days' from shop`,
        ),
      run: ({ dataSource }) => deleteOldConnectionTokens(dataSource, never),
    },
    {
      what: `tombstones of unknown orders, ${found} of them old`,
      calls: 1,
      prepare: (scene) =>
        insert(
          scene,
          `insert into orders (id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags,
             custom_attributes, total, status, currency, line_items, deleted_at, synced_at)
           select gen_random_uuid(), id, gen_random_uuid(), -1, 'gone ' || n, 'commerce_a', '', '', '[]', '[]', 0, '', '', '[]', old.at, old.at
           from shop, (values (now() - interval '61 days')) as old (at)`,
        ),
      run: ({ dataSource }) => deleteOldTombstones(dataSource, never),
    },
    {
      what: `bodies of failed webhooks, ${found} of them old`,
      calls: 1,
      prepare: (scene) =>
        insert(
          scene,
          `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, body, body_hash, delivery_id, finished_at)
           select gen_random_uuid(), 'webhooks', 'process-webhook', '{}', id, 'failed', 5, '{}', sha256('{}'), gen_random_uuid()::text, now() - interval '31 days' from shop`,
        ),
      run: async ({ dataSource, pool }) => {
        await eraseFailedWebhookBodies(dataSource, 30, never);
        await pool.query(`delete from tasks where state = 'failed'`);
      },
    },
    {
      what: `done tasks, ${2 * found} of them old`,
      calls: 1,
      prepare: async (scene) => {
        const ids = Array.from({ length: 2 * found }, () => idOfDay(31));
        await scene.sql(
          `insert into tasks (id, queue, name, payload, state, max_attempts, finished_at)
           select id, 'webhooks', (array['process-webhook', 'plan-sync-run'])[1 + n % 2], '{}', 'done', 5, now() - interval '31 days'
           from unnest($1::uuid[]) with ordinality as old (id, n)`,
          [ids],
        );
      },
      run: ({ dataSource }) => removeDoneTasks(dataSource),
    },
  ];
}

function sweepsOfConnections(): ScaleCase[] {
  return [
    {
      what: `pending connections, ${found} of them abandoned`,
      calls: 1,
      prepare: async (scene) => {
        const ids = Array.from({ length: found }, () => uuidv7());
        await scene.sql(
          `with added as (
             insert into system_connections (id, name, status, created_at) select id, 'Bench', 'pending', now() - interval '2 days' from unnest($1::uuid[]) as id
             returning id
           )
           insert into connection_tokens (id, system_connection_id, token_hash, expires_at)
           select gen_random_uuid(), id, sha256(id::text::bytea), now() - interval '1 day' from added`,
          [ids],
        );
      },
      run: ({ dataSource }) => prunePendingConnections(dataSource, 24, never),
    },
    {
      what: 'disconnected connections, one with 1,500 records past its grace period',
      calls: 1,
      prepare: async (scene) => {
        const shop = await addUsedShop(scene);
        await scene.sql(
          `update system_connections set status = 'disconnected', disconnected_at = now() - interval '31 days' where id = $1`,
          [shop],
        );
      },
      run: async ({ dataSource }) => [
        await endConnectionsPastGrace(dataSource, 30, rethrow, never),
        await eraseEndedConnections(dataSource, rethrow, never),
      ],
    },
  ];
}
