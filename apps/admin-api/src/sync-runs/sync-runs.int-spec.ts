import { placedAt } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { AdminScene } from '../testing/admin-scene';

const path = '/api/admin/sync-runs';

describe('/api/admin/sync-runs', () => {
  let scene: AdminScene;
  beforeAll(async () => (scene = await AdminScene.set()));
  afterAll(() => scene.api.stop());

  const addRun = async (connection: string, status: string, capability = 'orders') => {
    const id = uuidv7();
    await scene.api.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, pages_total, tenant_id, system_id)
       values ($1, $2, $3, 'full', $4, 10, ${placedAt('$2')})`,
      [id, connection, capability, status],
    );
    return id;
  };
  const idsOf = async (query: string, token = scene.admin.token) =>
    (await scene.api.get<{ data: { id: string }[] }>(`${path}${query}`, token)).body.data.map(({ id }) => id);

  it('are listed newest first with their connection and tenant, by filter and page', async () => {
    const [one, two] = [await scene.tenant('One'), await scene.tenant('Two')];
    const [first, second] = [await scene.connection({ tenantId: one }), await scene.connection({ tenantId: two })];
    const runs = [await addRun(first, 'failed'), await addRun(second, 'succeeded'), await addRun(second, 'failed', 'products')].reverse();
    const { body } = await scene.api.get<{ data: unknown[]; next_cursor: string }>(`${path}?limit=2`, scene.admin.token);
    expect(body.data).toMatchObject([{ id: runs[0], tenant: { id: two, name: 'Two' }, connection: { id: second } }, { id: runs[1] }]);
    expect(await idsOf(`?limit=2&cursor=${body.next_cursor}`)).toEqual([runs[2]]);
    expect(await idsOf('?status=failed')).toEqual([runs[0], runs[2]]);
    expect(await idsOf(`?status=failed&capability=products`)).toEqual([runs[0]]);
    expect(await idsOf(`?tenant_id=${one}`)).toEqual([runs[2]]);
    expect(await idsOf(`?connection_id=${second}&status=succeeded`)).toEqual([runs[1]]);
  });

  it('a run shows its page ranges, and is cancelled once, with an entry (5 concurrent requests)', async () => {
    const connection = await scene.connection({ tenantId: await scene.tenant() });
    const id = await addRun(connection, 'running');
    await scene.api.query(
      `with task as (
         insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts, held)
         values (gen_random_uuid(), 'page-ranges', 'fetch-page-range', '{}', $2, 'pending', 5, true) returning id
       )
       insert into page_ranges (task_id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page, pages_done)
       select id, $1, $2, 'orders', 1, 10, 4, 50, 3 from task`,
      [id, connection],
    );
    const { token } = scene.admin;
    expect((await scene.api.get(`${path}/${id}`, token)).body).toMatchObject({
      id,
      pages_done: 3,
      page_ranges: [{ pass: 1, first_page: 1, last_page: 10, status: 'running', pages_done: 3 }],
    });
    const responses = await Promise.all(Array.from({ length: 5 }, () => scene.api.ask('POST', `${path}/${id}/cancel`, { token })));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 200)?.body).toMatchObject({ status: 'cancelled', pages_done: 3, page_ranges: [] });
    const entry = { action: 'sync_run.cancel', before: { status: 'running' }, after: { status: 'cancelled', connection_id: connection } };
    expect(await scene.audited(scene.admin, id)).toMatchObject([entry]);
  });

  it('deletions that a run holds back are confirmed once, with a reason in the audit log', async () => {
    const connection = await scene.connection({ tenantId: await scene.tenant() });
    const id = await addRun(connection, 'succeeded');
    await scene.api.query('update sync_runs set deletions_held_back = 40 where id = $1', [id]);
    const { token } = scene.admin;
    const confirm = (body: object) => scene.api.ask('POST', `${path}/${id}/confirm-deletions`, { token, body });
    expect((await confirm({})).status).toBe(422);
    const reason = 'The owner has deleted old orders.';
    const [confirmed, again] = [await confirm({ reason }), await confirm({ reason })];
    expect([confirmed.status, again.status]).toEqual([202, 409]);
    expect(confirmed.body).toMatchObject({ id, deletions_held_back: 0 });
    const entry = { action: 'sync_run.confirm_deletions', reason, after: { deletions: 40, connection_id: connection } };
    expect(await scene.audited(scene.admin, id)).toMatchObject([entry]);
    expect(await scene.api.query(`select name from tasks where system_connection_id = $1`, [connection])).toEqual([
      { name: 'delete-confirmed-records' },
    ]);
  });

  it('a support user finds the runs of connections it sees in full, and no others', async () => {
    const [mine, other] = [await scene.tenant(), await scene.tenant()];
    const run = await addRun(await scene.connection({ tenantId: mine }), 'running');
    await addRun(await scene.connection({ tenantId: mine, system: 'commerce_a' }), 'running');
    await addRun(await scene.connection({ tenantId: other }), 'running');
    await addRun(await scene.connection({ tenantId: null, status: 'pending' }), 'running');
    const { token } = await scene.support([mine], 'commerce_b');
    expect([await idsOf('', token), await idsOf(`?tenant_id=${other}`, token)]).toEqual([[run], []]);
  });
});
