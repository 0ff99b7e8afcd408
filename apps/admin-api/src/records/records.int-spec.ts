import { RecordStore } from '@sync/record-store';
import type { ProductData } from '@sync/records';
import { placedAt } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { AdminScene } from '../testing/admin-scene';
import type { RecordStory } from './record-representation';

const product = (name: string): ProductData => ({
  ...{
    id: null,
    sourceId: '9',
    system: 'commerce_b',
    createdAt: '',
    createdAtUtc: null,
    updatedAt: '',
    updatedAtUtc: null,
    modifiedAt: null,
  },
  ...{ tags: [], customAttributes: [], categories: [], price: null, originalPrice: null, orderCount: null, name, status: 'active' },
  ...{ sourceCustomId: null, sku: null, description: null, url: null, imageUrl: null, currency: null, brandName: null, targetGroup: null },
});

describe('/api/admin/connections/{id}/records', () => {
  let scene: AdminScene;
  let tenantId: string;
  let shop: string;

  beforeAll(async () => {
    scene = await AdminScene.set();
    tenantId = await scene.tenant();
    shop = await scene.connection({ tenantId });
    const direct = await scene.connection({ tenantId, system: 'mailing_platform', baseUrl: null });
    await scene.api.query(
      `insert into sync_rules (id, tenant_id, source_connection_id, target_connection_id, data_domains, is_active, is_default)
       values (gen_random_uuid(), $1, $2, $3, '{orders,customers}', true, true)`,
      [tenantId, shop, direct],
    );
    await scene.api.query(
      `insert into customers (id, shop_id, content_hash, feed_position, source_id, system, created_at, updated_at, tags, custom_attributes, email, deleted_at)
       select gen_random_uuid(), $1, gen_random_uuid(), 1, n::text, 'commerce_b', '', '', '[]', '[]', 'erika@example.test', case when n = 3 then now() end
       from generate_series(1, 3) n`,
      [shop],
    );
  });
  afterAll(() => scene.api.stop());

  const path = (connection = shop) => `/api/admin/connections/${connection}/records`;
  const refetch = (address: string, token = scene.admin.token) =>
    scene.api.ask<{ task_id: string }>('POST', `${address}/refetch`, { token });

  it('are counted by kind and looked up by their id at the shop, deleted ones too', async () => {
    const { token } = scene.admin;
    expect((await scene.api.get(path(), token)).body).toEqual({
      data: [
        { kind: 'customers', count: 2, is_limited: false },
        { kind: 'products', count: 0, is_limited: false },
        { kind: 'orders', count: 0, is_limited: false },
      ],
    });
    expect(await scene.api.get(`${path()}/customers/1`, token)).toMatchObject({
      status: 200,
      body: { source_id: '1', email: 'erika@example.test', system_connection_id: shop, deleted_at: null },
    });
    expect((await scene.api.get(`${path()}/customers/3`, token)).body).toMatchObject({ deleted_at: expect.any(String) as string });
    for (const address of ['customers/4', 'orders/1', 'invoices/1', 'customers/%00'])
      expect((await scene.api.get(`${path()}/${address}`, token)).status).toBe(404);
  });

  it('each has its story, with the run or webhook that is still kept of this connection', async () => {
    const store = scene.api.app.get(RecordStore, { strict: false });
    const [run, gone, ofOther, webhook] = [uuidv7(), uuidv7(), uuidv7(), uuidv7()];
    const elsewhere = await scene.connection({ tenantId });
    for (const [id, connection] of [
      [run, shop],
      [ofOther, elsewhere],
    ]) {
      const insert = `insert into sync_runs (id, system_connection_id, capability, mode, status, tenant_id, system_id)
        values ($1, $2, 'products', 'full', 'succeeded', ${placedAt('$2')})`;
      await scene.api.query(insert, [id, connection]);
    }
    await scene.api.query(
      `insert into tasks (id, queue, name, payload, system_connection_id, state, max_attempts) values ($1, 'webhooks', 'process-webhook', '{}', $2, 'done', 5)`,
      [webhook, shop],
    );
    const names = ['One', 'Two', 'Three', 'Four'];
    for (const [place, runId] of [gone, run, ofOther, undefined].entries())
      await store.writePage({ shopId: shop, capability: 'products', records: [product(names[place] ?? '')], firstExport: false, runId });
    const change = { kind: 'delete', capability: 'products', sourceId: '9' } as const;
    await store.applyChange({ systemConnectionId: shop, shopId: shop, taskId: webhook, receivedAt: new Date(), change });

    const { body } = await scene.api.get<RecordStory>(`${path()}/products/9/story`, scene.admin.token);
    const at = expect.stringMatching(/^2\d{3}-.*Z$/) as string;
    const changed = { at, event: 'changed', fields: ['name'] };
    const entry = (kind: string, id: string | null, isKept: boolean) => ({ by: { kind, id, is_kept: isKept } });
    expect(body).toEqual({
      data: [
        { at, event: 'deleted', fields: [], ...entry('webhook', webhook, true) },
        { ...changed, ...entry('service', null, false) },
        { ...changed, ...entry('run', ofOther, false) },
        { ...changed, ...entry('run', run, true) },
        { at, event: 'stored', fields: [], ...entry('run', gone, false) },
      ],
      is_complete: true,
    });
    for (const address of ['products/8', 'invoices/1', 'products/%00'])
      expect((await scene.api.get(`${path()}/${address}/story`, scene.admin.token)).status).toBe(404);
    const outsider = await scene.support([], 'commerce_b');
    expect((await scene.api.get(`${path()}/products/9/story`, outsider.token)).status).toBe(404);
  });

  it('one is read from the shop again by a task, with an entry', async () => {
    const response = await refetch(`${path()}/orders/A%2F7`);
    expect(response.status).toBe(202);
    expect(await scene.api.query('select name, payload, system_connection_id from tasks where id = $1', [response.body.task_id])).toEqual([
      {
        name: 'refetch-records',
        payload: { systemConnectionId: shop, capability: 'orders', sourceIds: ['A/7'] },
        system_connection_id: shop,
      },
    ]);
    const entry = { action: 'connection.refetch_record', tenant_id: tenantId, after: { kind: 'orders', source_id: 'A/7' } };
    expect(await scene.audited(scene.admin, shop)).toMatchObject([entry]);
    const watched = `/api/admin/connections/${shop}/refetches/${response.body.task_id}`;
    const watch = async () => (await scene.api.get(watched, scene.admin.token)).body;
    expect(await watch()).toEqual({ task_id: response.body.task_id, status: 'pending', error: null });
    await scene.api.query(`update tasks set state = 'failed', last_error = 'The shop does not respond.'`);
    expect(await watch()).toMatchObject({ status: 'failed', error: 'The shop does not respond.' });
    const elsewhere = watched.replace(shop, await scene.connection({ tenantId }));
    expect((await scene.api.get(elsewhere, scene.admin.token)).status).toBe(404);
    expect((await refetch(`${path()}/products/7`)).status).toBe(422);
    const ended = await scene.connection({ tenantId, status: 'disconnected' });
    expect((await refetch(`${path(ended)}/orders/7`)).status).toBe(409);
  });
});
