import { setTimeout as sleep } from 'node:timers/promises';
import { onPostgresQueues, until, type AppProcess } from '@sync/test-harness';
import { SyncScene } from '../testing/sync-scene';
import { linesAbout } from '../testing/worker-process';

interface TaskRow {
  state: string;
  attempts: number;
  max_attempts: number;
  last_error: string | null;
}

/** A shop that fails for longer is given up. The retries of a brief failure take less. */
const impatient = { OUTAGE_TOLERANCE_SECONDS: '2' };

onPostgresQueues((backend) => {
  let scene: SyncScene;
  let worker: AppProcess;

  beforeAll(async () => {
    scene = await SyncScene.set(backend, { customers: 60, products: 60, orders: 2_000 });
    worker = await scene.startWorker(impatient);
  });
  afterEach(() => scene.calmShop());
  afterAll(() => scene.strike());

  const sql = <T>(text: string, parameters: unknown[] = []) => scene.sql<T>(text, parameters);
  const tasksOf = (connectionId: string, name: string) =>
    scene.sql<TaskRow>(`select state, attempts, max_attempts, last_error from tasks where system_connection_id = $1 and name = $2`, [
      connectionId,
      name,
    ]);

  it('429 with Retry-After: waits that long, counted neither by the breaker nor as an attempt', async () => {
    scene.shop.setFaults([{ kind: 'status', status: 429, retryAfter: '2', path: 'orders', afterPage: 1, times: 8 }]);
    const linked = await scene.link();
    expect(await scene.ended(await scene.request(linked, ['orders']))).toMatchObject([
      { status: 'succeeded', pages_done: 40, records_written: 2_000 },
    ]);
    expect(await scene.statusOf(linked)).toBe('active');
    const tasks = await tasksOf(linked.connectionId, 'fetch-page-range');
    expect(tasks.some(({ attempts }) => attempts > 1)).toBe(true);
    expect(tasks.every(({ attempts, max_attempts }) => max_attempts - attempts >= 4)).toBe(true);
  });

  it('429 with Retry-After: planning another capability waits too, at no attempt, and comes first when the wait is over', async () => {
    scene.shop.setFaults([{ kind: 'status', status: 429, retryAfter: '5', path: 'orders', afterPage: 1 }]);
    const linked = await scene.link();
    const runs = await scene.request(linked, ['orders']);
    await until(async () => (await sql(`select from shop_hosts where wait_until > now() + interval '3 s'`)).length > 0);

    runs.push(...(await scene.request(linked, ['customers'])));
    const planning = () =>
      sql(
        `select task.attempts, run.status from tasks task join sync_runs run on run.id = (task.payload ->> 'syncRunId')::uuid
         where task.name = 'plan-sync-run' and run.id = $1`,
        [runs[1]],
      );
    await sleep(1_500);
    expect(await planning()).toEqual([{ attempts: 0, status: 'queued' }]);
    await until(async () => (await sql('select from sync_runs where id = $1 and pages_total is not null', [runs[1]])).length > 0);
    expect(await planning()).toMatchObject([{ attempts: 1 }]);

    scene.shop.setFaults([]);
    expect(await scene.ended(runs)).toMatchObject([
      { status: 'succeeded', records_written: 2_000 },
      { status: 'succeeded', records_written: 60 },
    ]);
  });

  it('when the breaker opens during a bulk sync: status error, running and queued runs of that connection failed, once', async () => {
    scene.shop.setLatency(10);
    const [linked, other] = [await scene.link(), await scene.link()];
    const otherRuns = await scene.request(other, ['orders']);
    await scene.ended(otherRuns);
    scene.shop.setFaults([{ kind: 'status', status: 500 }]);
    const runs = await scene.ended(await scene.request(linked, ['orders', 'customers', 'products']));
    expect(runs[0]).toMatchObject({
      capability: 'orders',
      status: 'failed',
      error: expect.stringContaining('Too many calls to the shop failed'),
    });
    expect(await scene.statusOf(linked)).toBe('error');
    expect(await scene.statusOf(other)).toBe('active');
    const reasons = await scene.sql('select status_reason from system_connections where id = any($1) order by id = $2', [
      [linked.connectionId, other.connectionId],
      other.connectionId,
    ]);
    expect(reasons).toEqual([
      {
        status_reason: {
          code: 'shop_unreachable',
          message: expect.stringMatching(/Last failure: .*500.* Reconnect it once it responds again\.$/),
          since: expect.stringMatching(/Z$/),
        },
      },
      { status_reason: null },
    ]);
    await until(() => linesAbout(worker, linked, 'connection moved to error').length > 0);
    const { dataSource } = scene.database;
    const open = `select from sync_runs where system_connection_id = $1 and status in ('queued', 'running')`;
    expect(await dataSource.query(open, [linked.connectionId])).toEqual([]);
    const atWork = `select from tasks where system_connection_id = $1 and state = 'pending'`;
    await until(async () => (await dataSource.query<unknown[]>(atWork, [linked.connectionId])).length === 0);
    expect(linesAbout(worker, linked, 'connection moved to error')).toHaveLength(1);
  });

  it('a page that never maps fails its run after the retries with a readable reason; other capabilities succeed', async () => {
    scene.shop.setFaults([{ kind: 'response', status: 200, body: '{"not":"a list"}', path: 'orders', page: 7 }]);
    const linked = await scene.link();
    const [customers, products, orders] = await scene.ended(await scene.request(linked));
    expect(customers).toMatchObject({ status: 'succeeded', records_written: 60 });
    expect(products).toMatchObject({ status: 'succeeded', records_written: 60 });
    expect(orders).toMatchObject({ status: 'failed', error: expect.stringMatching(/^[A-Z].+\.$/) });
    expect(await scene.statusOf(linked)).toBe('active');
    const failed = (await tasksOf(linked.connectionId, 'fetch-page-range')).filter(({ state }) => state === 'failed');
    expect(failed).toMatchObject([{ last_error: orders?.error }]);
    expect(await scene.sql('select from page_ranges where system_connection_id = $1', [linked.connectionId])).toEqual([]);
  });

  it('a driver without integration: its sync fails, others succeed', async () => {
    await scene.sql(
      `insert into systems (id, slug, name, driver, capabilities, is_direct) values
     ('01960000-0000-7000-8000-0000000000ff', 'elsewhere', 'Elsewhere', 'user-platform', '{orders}', false)`,
    );
    const without = await scene.link('elsewhere');
    const linked = await scene.link();
    expect(await scene.ended(await scene.request(without, ['orders']))).toMatchObject([
      { status: 'failed', error: 'No integration is registered for the driver user-platform.' },
    ]);
    expect(await scene.ended(await scene.request(linked, ['orders']))).toMatchObject([{ status: 'succeeded' }]);
  });

  it('unreadable credentials fail the run before any request', async () => {
    const { linked, gate } = await scene.linkGated();
    const other = await scene.link();
    const swap = 'update system_connections set credentials = (select credentials from system_connections where id = $2) where id = $1';
    await scene.sql(swap, [linked.connectionId, other.connectionId]);
    expect(await scene.ended(await scene.request(linked, ['orders']))).toMatchObject([
      { status: 'failed', error: 'The stored credentials cannot be read.' },
    ]);
    expect(gate.responses('orders')).toBe(0);
  });

  it('a capability that the connection may not pull now is not pulled', async () => {
    const { linked, gate } = await scene.linkGated();
    await scene.sql(`update system_connections set configuration = '{"data_types": ["customers"]}' where id = $1`, [linked.connectionId]);
    expect(await scene.ended(await scene.request(linked, ['orders']))).toMatchObject([
      { status: 'cancelled', error: 'The connection may not pull orders in now.' },
    ]);
    expect(gate.responses('orders')).toBe(0);
  });

  it('a record that cannot be mapped is skipped, counted in the run and named in its log', async () => {
    const [id = 0] = scene.shop.ids('products');
    const before = scene.shop.record('products', id);
    scene.shop.change('products', id, { id: null });
    const linked = await scene.link();
    const runs = await scene.ended(await scene.request(linked, ['products']));
    expect(runs).toMatchObject([{ status: 'succeeded', records_fetched: 60, records_written: 59, records_skipped: 1 }]);
    await until(() => linesAbout(worker, linked, 'record skipped').length === 1);
    scene.shop.change('products', id, before);
  });

  it('a shop that stops responding during a sync: stored pages stay, and the run resumes when it is back', async () => {
    const { runIds, goOn } = await scene.exportHeld(8);
    scene.shop.setFaults([{ kind: 'reset', path: 'orders', times: 3 }]);
    goOn();
    expect(await scene.ended(runIds)).toMatchObject([{ status: 'succeeded', pages_done: 40, records_written: 2_000 }]);
  });
});
