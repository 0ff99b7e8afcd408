import { placedAt } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { AdminScene } from '../testing/admin-scene';

const path = '/api/admin/failed-tasks';
const canary = 'canary-of-a-payload';

describe('/api/admin/failed-tasks', () => {
  let scene: AdminScene;
  beforeAll(async () => (scene = await AdminScene.set()));
  afterAll(() => scene.api.stop());
  afterEach(() => scene.api.query('delete from tasks'));

  const addTask = async (connection: string | null, name = 'process-webhook', queue = 'webhooks') => {
    const id = uuidv7();
    await scene.api.query(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, attempts, max_attempts, last_error, topic, delivery_id, body, tenant_id, system_id)
       values ($1, $2, $3, $4, $5, 'failed', 5, 5, 'The shop does not respond.', 'order.updated', '7', $6, ${placedAt('$5')})`,
      [id, queue, name, JSON.stringify({ note: canary }), connection, `{"id":"${canary}"}`],
    );
    return id;
  };
  const connection = async () => scene.connection({ tenantId: await scene.tenant() });
  const ask = (method: string, address: string, body?: unknown, token = scene.admin.token) =>
    scene.api.ask<{ data: { id: string }[] }>(method, `${path}${address}`, { token, body });
  const stateOf = (id: string) => scene.api.value('select state from tasks where id = $1', [id]);

  it('lists and shows tasks without their payload, newest first, by filter', async () => {
    const shop = await connection();
    const ids = [await addTask(shop), await addTask(null, 'derive-sync-rules', 'sync-rules'), await addTask(shop)].reverse();
    const all = await ask('GET', '');
    expect(all.body.data.map(({ id }) => id)).toEqual(ids);
    expect(all.body.data[0]).toEqual({
      id: ids[0],
      name: 'process-webhook',
      queue: 'webhooks',
      place: { connection: { id: shop, name: expect.any(String) as string }, tenant: expect.any(Object) as object },
      attempts: 5,
      reason: 'The shop does not respond.',
      created_at: expect.any(String) as string,
      failed_at: expect.any(String) as string,
    });
    expect((await ask('GET', '?queue=sync-rules')).body).toMatchObject({ data: [{ id: ids[1], place: null }], next_cursor: null });
    expect((await ask('GET', `?connection_id=${shop}&name=process-webhook`)).body.data).toHaveLength(2);
    const shown = await ask('GET', `/${ids[0]}`);
    expect(shown.body).toEqual(all.body.data[0]);
    expect(all.text + shown.text).not.toContain(canary);
  });

  it('reveals a payload for a reason, which is recorded without the payload', async () => {
    const id = await addTask(await connection());
    const reason = 'The shop asks which order is missing.';
    expect((await ask('POST', `/${id}/payload`, {})).status).toBe(422);
    expect(await ask('POST', `/${id}/payload`, { reason })).toMatchObject({
      status: 200,
      body: { payload: { note: canary }, webhook: { topic: 'order.updated', delivery_id: '7', body: `{"id":"${canary}"}` } },
    });
    const entries = await scene.audited(scene.admin, id);
    expect(entries).toMatchObject([{ action: 'failed_task.reveal', reason, before: { name: 'process-webhook' } }]);
    expect(JSON.stringify(entries)).not.toContain(canary);
  });

  it('retries and discards one task once, with an entry (5 concurrent requests)', async () => {
    const [retried, discarded] = [await addTask(await connection()), await addTask(null, 'derive-sync-rules', 'sync-rules')];
    const reason = 'It belongs to a test.';
    const retries = await Promise.all(Array.from({ length: 5 }, () => ask('POST', `/${retried}/retry`)));
    const discards = await Promise.all(Array.from({ length: 5 }, () => ask('DELETE', `/${discarded}`, { reason })));
    for (const responses of [retries, discards]) expect(responses.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
    expect([await stateOf(retried), await stateOf(discarded)]).toEqual(['pending', undefined]);
    expect(await scene.audited(scene.admin, retried)).toMatchObject([{ action: 'failed_task.retry' }]);
    expect(await scene.audited(scene.admin, discarded)).toMatchObject([{ action: 'failed_task.discard', reason }]);
  });

  it('retries and discards by filter, and nothing else', async () => {
    const [shop, other] = [await connection(), await connection()];
    const ids = [await addTask(shop), await addTask(shop), await addTask(other)];
    const reason = 'The plugin was repaired.';
    expect((await ask('POST', '/discard', { connection_id: shop })).status).toBe(422);
    expect((await ask('POST', '/discard', { connection_id: shop, queue: 'webhooks', reason })).body).toEqual({
      count: 2,
      has_more: false,
      next_cursor: null,
    });
    expect((await ask('POST', '/retry', { name: 'plan-sync-run' })).body).toEqual({ count: 0, has_more: false, next_cursor: null });
    expect((await ask('POST', '/retry', {})).body).toEqual({ count: 1, has_more: false, next_cursor: null });
    expect(await Promise.all(ids.map(stateOf))).toEqual([undefined, undefined, 'pending']);
    const entries = (await scene.audited()).filter(({ action }) => /_all$/.test(action));
    expect(entries).toMatchObject([
      { action: 'failed_task.discard_all', reason, before: { connection_id: shop, queue: 'webhooks' }, after: { count: 2 } },
      { action: 'failed_task.retry_all', after: { count: 1, ids: [ids[2]] } },
    ]);
  });

  it('a support user sees and retries by filter only the work of connections it sees in full', async () => {
    const [mine, other] = [await scene.tenant(), await scene.tenant()];
    const ids = [
      await addTask(await scene.connection({ tenantId: mine, system: 'commerce_b' })),
      await addTask(await scene.connection({ tenantId: mine, system: 'commerce_a' })),
      await addTask(await scene.connection({ tenantId: other, system: 'commerce_b' })),
      await addTask(null, 'derive-sync-rules', 'sync-rules'),
    ];
    const { token } = await scene.support([mine], 'commerce_b');
    expect((await ask('GET', '', undefined, token)).body.data.map(({ id }) => id)).toEqual([ids[0]]);
    expect((await ask('GET', `/${ids[3]}`, undefined, token)).status).toBe(404);
    expect((await ask('POST', '/retry', {}, token)).body).toEqual({ count: 1, has_more: false, next_cursor: null });
    expect(await Promise.all(ids.map(stateOf))).toEqual(['pending', 'failed', 'failed', 'failed']);
  });
});
