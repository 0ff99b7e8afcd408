import { metrics } from '@sync/telemetry';
import { createTestDatabase, type TestDatabase } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { measureService } from './measure-service';

describe('the figures of the whole service', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await createTestDatabase()));
  afterAll(() => database.stop());

  it('show queues and their age, open runs, overdue schedules and unused tenants', async () => {
    const { dataSource } = database;
    const [tenant, connection] = [uuidv7(), uuidv7()];
    await dataSource.query(`insert into tenants (id, name) values ($1, 'Calm Lake'), ($2, 'Bold Hill')`, [tenant, uuidv7()]);
    await dataSource.query(
      `insert into system_connections (id, tenant_id, system_id, name, status) select $1, $2, id, 'shop', 'active' from systems where not is_direct limit 1`,
      [connection, tenant],
    );
    await dataSource.query(
      `insert into tasks (id, queue, name, payload, state, max_attempts, not_before) values ($1, 'bulk-sync', 'plan-sync-run', '{}', 'pending', 5, now() - interval '1 hour')`,
      [uuidv7()],
    );
    await dataSource.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, waiting_reason, waiting_until) values
       ($1, $3, 'orders', 'full', 'running', 'The shop is busy.', now()), ($2, $3, 'customers', 'delta', 'queued', null, null)`,
      [uuidv7(), uuidv7(), connection],
    );
    await dataSource.query(
      `insert into schedule_turns values ('start due syncs', now() - interval '2 hours'), ('gone', now() - interval '1 day')`,
    );
    await measureService(dataSource, ['start due syncs']);

    const text = await metrics.metrics();
    const value = (series: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${series} `))
          ?.slice(series.length),
      );
    expect(value('sync_queue_tasks{queue="bulk-sync",state="waiting"}')).toBe(1);
    expect(value('sync_queue_tasks{queue="webhooks",state="waiting"}')).toBe(0);
    expect(value('sync_queue_oldest_task_age_seconds{queue="bulk-sync"}')).toBeCloseTo(3_600, -2);
    expect(value('sync_open_runs{capability="orders",mode="full",state="waiting"}')).toBe(1);
    expect(value('sync_open_runs{capability="customers",mode="delta",state="queued"}')).toBe(1);
    expect(value('sync_schedule_overdue_seconds{schedule="start due syncs"}')).toBeCloseTo(7_200, -2);
    expect(text).not.toContain('gone');
    expect(value('sync_unused_tenants')).toBe(1);
  });
});
