import { openShop } from '@sync/record-store';
import { Logger } from '@nestjs/common';
import { endOpenSyncRuns } from '@sync/sync-runs';
import { metrics } from '@sync/telemetry';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { WorkerConfiguration } from '../configuration';
import { RemoveEndedWork } from './remove-ended-work';

const signal = new AbortController().signal;
const configuration = new WorkerConfiguration();

describe('removing ended work', () => {
  let database: TestDatabase;
  let connectionId: string;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await createTestDatabase();
  });
  beforeEach(async () => {
    connectionId = await connection();
  });
  afterAll(() => database.stop());

  const sql = <T>(text: string, parameters: unknown[] = []) => database.dataSource.query<T[]>(text, parameters);
  const remove = () => new RemoveEndedWork(database.dataSource, configuration).remove(signal);
  const connection = async (status = 'active') => {
    const id = uuidv7();
    await sql(`insert into system_connections (id, name, status) values ($1, 'shop', $2)`, [id, status]);
    await openShop(database.dataSource, id);
    return id;
  };
  const left = async (table: string, ids: readonly string[]) => {
    const rows = await sql<{ id: string }>(`select id from ${table} where id = any($1)`, [ids]);
    return ids.map((id) => rows.some((row) => row.id === id));
  };

  describe('sync runs', () => {
    const run = async (status: string, daysAgo: number, capability = 'orders', of = connectionId) => {
      const id = uuidv7({ msecs: Date.now() - daysAgo * 86_400_000 });
      await sql(
        `insert into sync_runs (id, system_connection_id, capability, mode, status, created_at, started_at, finished_at)
         select $1, $2, $3, 'full', $4, at, at, case when $4 in ('queued', 'running') then null else at end
         from (select now() - make_interval(days => $5) as at) then_`,
        [id, of, capability, status, daysAgo],
      );
      return id;
    };

    it('are deleted 90 days after they ended', async () => {
      const ids = [
        await run('succeeded', 200),
        await run('failed', 120),
        await run('cancelled', 91),
        await run('failed', 89),
        await run('succeeded', 88),
      ];
      await remove();
      expect(await left('sync_runs', ids)).toEqual([false, false, false, true, true]);
    });

    it('stay if they are the newest succeeded one of their capability, where the next delta starts', async () => {
      const ids = [
        await run('succeeded', 300),
        await run('succeeded', 200),
        await run('failed', 150),
        await run('succeeded', 250, 'products'),
      ];
      const other = await run('succeeded', 400, 'orders', await connection());
      await remove();
      expect(await left('sync_runs', [...ids, other])).toEqual([false, true, false, true, true]);
    });

    it('are deleted later if a newer one succeeds after they were kept', async () => {
      const ids = [await run('succeeded', 200), await run('succeeded', 200, 'products'), await run('running', 1)];
      await remove();
      expect(await left('sync_runs', ids)).toEqual([true, true, true]);
      const succeed = (manager: EntityManager) => endOpenSyncRuns(manager, connectionId, { status: 'succeeded', error: null });
      await database.dataSource.transaction(succeed);
      await remove();
      expect(await left('sync_runs', ids)).toEqual([false, true, true]);
    });

    it('stay while queued or running, at any age', async () => {
      const ids = [await run('queued', 200), await run('running', 200, 'products')];
      await remove();
      expect(await left('sync_runs', ids)).toEqual([true, true]);
    });

    it('are deleted in more than one batch', async () => {
      await sql(
        `insert into sync_runs (id, system_connection_id, capability, mode, status, finished_at)
         select gen_random_uuid(), $1, 'orders', 'full', 'failed', now() - interval '91 days' from generate_series(1, 2500)`,
        [connectionId],
      );
      expect(await remove()).toBe(2_500);
    });
  });

  describe('connection tokens used or expired a day ago', () => {
    const token = async (of: string, expiresHoursAgo: number, usedHoursAgo: number | null = null) => {
      const id = uuidv7();
      await sql(
        `insert into connection_tokens (id, system_connection_id, token_hash, expires_at, used_at)
         values ($1::uuid, $2, sha256(($1::uuid)::text::bytea), now() - make_interval(hours => $3), now() - make_interval(hours => $4))`,
        [id, of, expiresHoursAgo, usedHoursAgo],
      );
      return id;
    };

    const expiredUnused = async () => {
      const { values = [] } = (await metrics.getSingleMetric('sync_tokens_total')?.get()) ?? {};
      return values.find(({ labels }) => labels.token === 'connection' && labels.event === 'expired')?.value ?? 0;
    };

    it('are deleted once their connection is no longer pending, and those never used are counted', async () => {
      const before = await expiredUnused();
      const ids = [await token(connectionId, 20, 25), await token(connectionId, 26, 26), await token(await connection('error'), 25)];
      const kept = [await token(connectionId, 20, 21), await token(await connection(), 23)];
      await remove();
      expect(await left('connection_tokens', [...ids, ...kept])).toEqual([false, false, false, true, true]);
      expect((await expiredUnused()) - before).toBe(1);
    });

    it('stay while their connection is pending', async () => {
      const ids = [await token(await connection('pending'), 1_000)];
      await remove();
      expect(await left('connection_tokens', ids)).toEqual([true]);
    });
  });

  describe('bodies of webhooks', () => {
    const webhook = async (state: string, failedDaysAgo: number) => {
      const id = uuidv7();
      await sql(
        `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, last_error, topic, delivery_id, body, body_hash, finished_at)
         values ($1::uuid, 'webhooks', 'process-webhook', '{}', $2, $3, 5, 'No currency.', 'order.created', ($1::uuid)::text, '{"email":"a@b.example"}',
           sha256('{}'), now() - make_interval(days => $4))`,
        [id, connectionId, state, failedDaysAgo],
      );
      return id;
    };

    it('are erased 30 days after the webhook failed; the task stays and says so', async () => {
      const ids = [await webhook('failed', 31), await webhook('failed', 29), await webhook('pending', 31)];
      await remove();
      await remove();
      const rows = await sql<object>('select state, topic, body, last_error from tasks where id = any($1) order by id', [ids]);
      const kept = { topic: 'order.created', body: '{"email":"a@b.example"}', last_error: 'No currency.' };
      expect(rows).toEqual([
        { ...kept, state: 'failed', body: null, last_error: 'No currency. Its body was erased after 30 days.' },
        { ...kept, state: 'failed' },
        { ...kept, state: 'pending' },
      ]);
    });
  });

  describe.each([
    ['customers', 'email', `''`],
    ['products', 'name, status, categories', `'', 'deleted', '[]'`],
    ['orders', 'total, status, currency, line_items', `0, 'deleted', '', '[]'`],
  ])('tombstones of %s', (table, columns, values) => {
    const record = async (feedPosition: number, deletedDaysAgo: number | null, madeDaysAgo = deletedDaysAgo, of = connectionId) => {
      const id = uuidv7();
      await sql(
        `insert into ${table} (id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes, deleted_at, synced_at, ${columns})
         values ($1::uuid, $2, gen_random_uuid(), $3, ($1::uuid)::text, '', '', '', '[]', '[]', now() - make_interval(days => $4), now() - make_interval(days => $5), ${values})`,
        [id, of, feedPosition, deletedDaysAgo, madeDaysAgo ?? 0],
      );
      return id;
    };
    const webhook = async (state: string, recordedDaysAgo: number, of = connectionId) => {
      const id = uuidv7({ msecs: Date.now() - recordedDaysAgo * 86_400_000 });
      await sql(
        `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, body, body_hash, created_at)
         values ($1, 'webhooks', 'process-webhook', '{}', $2, $3, 5, case when $3 <> 'done' then '{}' end, sha256('{}'), now() - make_interval(days => $4))`,
        [id, of, state, recordedDaysAgo],
      );
      return id;
    };

    it('are deleted after 60 days; records stay, deleted or not', async () => {
      const ids = [await record(-1, 61), await record(-1, 59), await record(-1, 61, 0), await record(5, 61), await record(5, null)];
      await remove();
      expect(await left(table, ids)).toEqual([false, true, true, true, true]);
    });

    it.each([
      ['failed', 40],
      ['pending', 40],
    ])('stay while their connection has a %s webhook received %d days ago', async (state, days) => {
      const other = await connection();
      const ids = [await record(-1, 61), await record(-1, 61, 61, other)];
      const waiting = await webhook(state, days);
      await remove();
      expect(await left(table, ids)).toEqual([true, false]);
      await sql(`update tasks set state = 'done', body = null where id = $1`, [waiting]);
      await remove();
      expect(await left(table, ids)).toEqual([false, false]);
    });

    it('are deleted although a webhook waits that came 30 days after them', async () => {
      const ids = [await record(-1, 61)];
      await webhook('pending', 29);
      await webhook('failed', 29);
      await webhook('done', 61);
      await remove();
      expect(await left(table, ids)).toEqual([false]);
    });
  });
});
