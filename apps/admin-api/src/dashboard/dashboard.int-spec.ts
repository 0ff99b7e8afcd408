import { v7 as uuidv7 } from 'uuid';
import { countWebhooks } from '@sync/durable-work';
import { countEndedRuns, endOpenSyncRuns } from '@sync/sync-runs';
import { placedAt } from '@sync/test-harness';
import { AdminScene } from '../testing/admin-scene';
import type { Dashboard } from './dashboard-representation';

describe('GET /api/admin/dashboard', () => {
  let scene: AdminScene;
  beforeAll(async () => (scene = await AdminScene.set()));
  afterAll(() => scene.api.stop());

  const read = async (token: string) => (await scene.api.get<Dashboard>('/api/admin/dashboard', token)).body;
  const counted = ({ connections }: Dashboard) =>
    Object.fromEntries(connections.filter(({ count }) => count > 0).map((one) => [one.status, one.count]));

  it('shows a super administrator the whole service, and a support user the statuses of the connections it sees', async () => {
    const [mine, other] = [await scene.tenant(), await scene.tenant()];
    const shop = await scene.connection({ tenantId: mine });
    await scene.connection({ tenantId: mine, status: 'error' });
    await scene.connection({ tenantId: other });
    await scene.connection({ tenantId: null, status: 'pending' });
    await scene.api.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, records_written, finished_at, tenant_id, system_id)
       select gen_random_uuid(), $1, 'orders', 'full', status, 7, now(), ${placedAt('$1')} from unnest(array['succeeded', 'succeeded', 'failed']) status`,
      [shop],
    );
    await scene.api.query(
      `insert into tasks (id, queue, name, payload, state, max_attempts, not_before)
       values ($1, 'webhooks', 'process-webhook', '{}', 'failed', 5, now()), ($2, 'webhooks', 'process-webhook', '{}', 'pending', 5, now() - interval '1 hour')`,
      [uuidv7(), uuidv7()],
    );
    const { dataSource } = scene.api.database;
    await countEndedRuns(dataSource);
    await countWebhooks(dataSource);

    const whole = await read(scene.admin.token);
    expect(counted(whole)).toEqual({ active: 2, error: 1, pending: 1 });
    expect(whole.service).toMatchObject({
      today: { runs_succeeded: 2, runs_failed: 1, runs_cancelled: 0, records_written: 21 },
      failed_tasks: 1,
      oldest_task: { queue: 'webhooks', name: 'process-webhook' },
    });
    expect(whole.service?.queues.find(({ queue }) => queue === 'webhooks')).toEqual({ queue: 'webhooks', waiting: 1, running: 0 });
    expect(whole.service?.webhooks.reduce((sum, { count }) => sum + count, 0)).toBe(2);

    const support = await read((await scene.support([mine], 'commerce_a')).token);
    expect([counted(support), support.service]).toEqual([{ active: 1, error: 1 }, null]);
  });

  it('counts the active connections that do not work now, and the list shows the same ones to each user', async () => {
    const tenantId = await scene.tenant();
    const [noted, failing, left, ended] = await Promise.all(
      ['active', 'active', 'active', 'error', 'active'].map((status) => scene.connection({ tenantId, status })),
    );
    const reason = { code: 'x', message: 'x', since: '2026-01-05T12:00:00.000Z' };
    await scene.api.query('update system_connections set status_reason = $2 where id = any($1)', [[noted, ended], reason]);
    const insert = `insert into sync_runs (id, system_connection_id, capability, mode, status, incomplete, failing_since, waiting_reason, waiting_until, finished_at, tenant_id, system_id) `;
    await scene.api.query(
      `${insert} values ($1, $2, 'orders', 'full', 'running', null, now(), 'The shop fails.', now(), null, ${placedAt('$2')})`,
      [uuidv7(), failing],
    );
    await scene.api.query(
      `${insert} values ($1, $2, 'orders', 'full', 'succeeded', 'One page.', null, null, null, now(), ${placedAt('$2')})`,
      [uuidv7(), left],
    );
    const shown = async (token: string) => {
      const { body } = await scene.api.get<{ data: { id: string }[] }>('/api/admin/connections?impaired=true&limit=2', token);
      const { body: searched } = await scene.api.get<{ data: { id: string }[] }>(
        '/api/admin/connections?impaired=true&search=shop-',
        token,
      );
      const idsOf = async (query: string) =>
        (await scene.api.get<{ data: { id: string }[] }>(`/api/admin/connections?${query}`, token)).body.data.map(({ id }) => id).sort();
      const { impaired, waiting } = await read(token);
      expect((await idsOf('waiting=true')).length).toBe(waiting);
      expect([...(await idsOf('waiting=true')), ...(await idsOf('impaired=true&waiting=false'))].sort()).toEqual(
        await idsOf('impaired=true'),
      );
      return [body.data.length, searched.data.map(({ id }) => id).sort(), impaired, await idsOf('waiting=true')];
    };
    const all = [noted, failing, left].sort();
    expect(await shown(scene.admin.token)).toEqual([2, all, 3, [failing]]);
    expect(await shown((await scene.support([tenantId], 'commerce_b')).token)).toEqual([2, all, 3, [failing]]);
    expect(await shown((await scene.support([tenantId], 'commerce_a')).token)).toEqual([0, [], 0, []]);
    await scene.api.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, tenant_id, system_id)
      values ($1, $2, 'orders', 'full', 'running', ${placedAt('$2')})`,
      [uuidv7(), left],
    );
    await endOpenSyncRuns(scene.api.database.dataSource.manager, left ?? '', { status: 'succeeded', error: null });
    expect((await read(scene.admin.token)).impaired).toBe(2);
  });
});
