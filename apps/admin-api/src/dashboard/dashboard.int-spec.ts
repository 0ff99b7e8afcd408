import { v7 as uuidv7 } from 'uuid';
import { countWebhooks } from '@sync/durable-work';
import { endOpenSyncRuns } from '@sync/sync-runs';
import { placedAt } from '@sync/test-harness';
import type { Actor } from '../testing/admin-api-under-test';
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
    const { dataSource } = scene.api.database;
    for (const status of ['succeeded', 'failed'] as const) {
      await scene.api.query(
        `insert into sync_runs (id, system_connection_id, capability, mode, status, tenant_id, system_id)
         select gen_random_uuid(), $1, capability, 'full', 'running', ${placedAt('$1')} from unnest(array['orders', 'products']) capability`,
        [shop],
      );
      await dataSource.transaction((manager) => endOpenSyncRuns(manager, shop, { status, error: null }));
    }
    await scene.api.query(
      `insert into tasks (id, queue, name, payload, state, max_attempts, not_before)
       values ($1, 'webhooks', 'process-webhook', '{}', 'failed', 5, now()), ($2, 'webhooks', 'process-webhook', '{}', 'pending', 5, now() - interval '1 hour')`,
      [uuidv7(), uuidv7()],
    );
    await countWebhooks(dataSource);

    const whole = await read(scene.admin.token);
    expect(counted(whole)).toEqual({ active: 2, error: 1, pending: 1 });
    expect(whole.service).toMatchObject({ oldest_task: { queue: 'webhooks', name: 'process-webhook' } });
    for (const [points, count] of [
      [whole.service?.trends.hours, 24],
      [whole.service?.trends.days, 30],
    ] as const) {
      expect(points).toHaveLength(count);
      expect(points?.at(-1)).toMatchObject({
        runs_succeeded: 2,
        runs_failed: [{ reason: 'other', count: 2 }],
        runs_cancelled: 0,
        webhooks: 2,
      });
      expect(points?.slice(0, -1).every((point) => point.runs_succeeded + point.webhooks + point.runs_failed.length === 0)).toBe(true);
    }
    expect(whole.service?.queues.find(({ queue }) => queue === 'webhooks')).toEqual({ queue: 'webhooks', waiting: 1, running: 0 });

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

  it('lists what needs a person, the oldest and largest first, to each user what it sees in full', async () => {
    await scene.api.query(`delete from tasks`);
    await scene.api.query(`delete from sync_runs`);
    await scene.api.query(`update system_connections set deleted_at = now()`);
    const [mine, other] = [await scene.tenant('Nordkap Textil'), await scene.tenant()];
    const shop = (over: Parameters<AdminScene['connection']>[0] = {}) => scene.connection({ tenantId: mine, ...over });
    const [olderBroken, broken, foreign] = [
      await shop({ status: 'error' }),
      await shop({ status: 'error' }),
      await shop({ tenantId: other, status: 'error' }),
    ];
    const brief = await shop({ status: 'error', system: 'commerce_a' });
    const [denied, full, alsoFull] = [await shop(), await shop(), await shop()];
    const [refused, waiting, holding, left, product, silent] = [
      await shop(),
      await shop(),
      await shop(),
      await shop(),
      await shop(),
      await shop(),
    ];
    const since = (hours: number) => new Date(Date.parse('2026-01-05T12:00:00.000Z') - hours * 3_600_000).toISOString();
    const noted: [string, string, number][] = [
      [broken, 'shop_unreachable', 1],
      [olderBroken, 'credentials_refused', 9],
      [foreign, 'shop_unreachable', 5],
      [brief, 'shop_unreachable', 5],
      [denied, 'blocked', 2],
      [full, 'quota_used_up', 2],
      [alsoFull, 'quota_used_up', 3],
    ];
    for (const [id, code, hours] of noted)
      await scene.api.query('update system_connections set status_reason = $2 where id = $1', [
        id,
        { code, message: 'x', since: since(hours) },
      ]);
    const run = (connection: string, columns: Record<string, unknown>) => {
      const all = { capability: 'orders', mode: 'full', status: 'succeeded', finished_at: since(4), ...columns };
      const names = Object.keys(all);
      return scene.api.query(
        `insert into sync_runs (id, system_connection_id, tenant_id, system_id, ${names.join()})
         values (gen_random_uuid(), $1, ${placedAt('$1')}, ${names.map((_, place) => `$${place + 2}`).join()})`,
        [connection, ...Object.values(all)],
      );
    };
    const waits = { status: 'running', finished_at: null, waiting_reason: 'x', waiting_until: since(0), failing_since: since(6) };
    await run(refused, { ...waits, waiting_code: 'credentials_refused' });
    for (const capability of ['orders', 'products']) await run(waiting, { ...waits, capability });
    await run(holding, { deletions_held_back: 40 });
    await run(holding, { deletions_held_back: 900, capability: 'products', finished_at: since(1) });
    await run(left, { incomplete: 'One page.' });
    const endpoint = uuidv7();
    await scene.api.query(
      `insert into webhook_endpoints (id, tenant_id, system_connection_id, url, status, disabled_reason, secrets, failing_since)
       values ($1, $2, $3, 'https://x.example', 'disabled', 'failing', 'v1.x', $4)`,
      [endpoint, mine, product, since(7)],
    );
    await scene.api.query('insert into refused_webhooks (system_connection_id, times, since) values ($1, 5, $2)', [silent, since(8)]);
    const fail = (connection: string | null, times: number) =>
      scene.api.query(
        `insert into tasks (id, queue, name, payload, state, max_attempts, finished_at, system_connection_id, tenant_id, system_id)
         select gen_random_uuid(), 'webhooks', 'process-webhook', '{}', 'failed', 5, $2, $1::uuid, ${placedAt('$1::uuid')} from generate_series(1, $3::integer)`,
        [connection, since(1), times],
      );
    await fail(left, 2);
    await fail(silent, 3);
    await fail(null, 1);

    const shown = async (token: string) =>
      (await read(token)).inbox.map(({ need, total, entries }) => [
        need,
        total,
        ...entries.map((entry) => [entry.reason, entry.place?.connection.id, entry.since, entry.count]),
      ]);
    const common = [
      ['refused', 2, ['credentials_refused', refused, since(6), null], ['blocked', denied, since(2), null]],
      ['quota', 1, ['quota_used_up', alsoFull, since(3), 2]],
      ['deletions', 2, ['deletions_held_back', holding, since(1), 900], ['deletions_held_back', holding, since(4), 40]],
      ['endpoints', 1, ['webhook_endpoint_disabled', product, since(7), null]],
      ['webhooks', 1, ['webhooks_refused', silent, since(8), null]],
      ['incomplete', 1, ['incomplete_copy', left, since(4), null]],
    ];
    const failedOf = (...groups: [string | undefined, number][]) => [
      'failed_work',
      groups.reduce((sum, [, count]) => sum + count, 0),
      ...groups.map(([id, count]) => ['failed_work', id, since(1), count]),
    ];
    const last = ['waiting', 1, ['waiting_for_shop', waiting, since(6), null]];
    const brokenOnes = [
      ['credentials_refused', olderBroken, since(9), null],
      ['shop_unreachable', foreign, since(5), null],
      ['shop_unreachable', brief, since(5), null],
      ['shop_unreachable', broken, since(1), null],
    ];
    expect(await shown(scene.admin.token)).toEqual([
      ['broken', 4, ...brokenOnes],
      ...common,
      failedOf([silent, 3], [left, 2], [undefined, 1]),
      last,
    ]);
    const support = await scene.support([mine], 'commerce_b');
    const seen = [brokenOnes[0], brokenOnes[3]];
    expect(await shown(support.token)).toEqual([['broken', 2, ...seen], ...common, failedOf([silent, 3], [left, 2]), last]);
    expect(await shown((await scene.support([])).token)).toEqual([]);
    const { inbox } = await read(support.token);
    const entryOf = (need: string) => inbox.find((part) => part.need === need)?.entries[0];
    expect(entryOf('endpoints')).toMatchObject({ webhook_endpoint_id: endpoint, place: { tenant: { id: mine, name: 'Nordkap Textil' } } });
    expect(entryOf('deletions')?.sync_run).toEqual({ id: expect.any(String) as string, capability: 'products' });

    const listed = async (query: string, { token }: Actor = support) => {
      const { body } = await scene.api.get<{ data: { id: string }[] }>(`/api/admin/connections?${query}`, token);
      return body.data.map(({ id }) => id).sort();
    };
    for (const [codes, ...ids] of [
      ['credentials_refused,blocked', refused, denied],
      ['quota_used_up', full, alsoFull],
      ['webhook_endpoint_disabled,webhook_endpoint_failing', product],
      ['webhooks_refused,webhooks_silent', silent],
      ['incomplete_copy,doctor_problem', left],
    ] as const)
      expect([codes, await listed(`impaired=true&status_reason=${codes}`)]).toEqual([codes, [...ids].sort()]);
    // A more urgent reason hides no other, and no reason is shown to those who see the status only.
    await scene.api.query('insert into refused_webhooks (system_connection_id, times, since) values ($1, 5, now())', [denied]);
    expect(await listed('status_reason=webhooks_refused')).toEqual([silent, denied].sort());
    expect(await listed('status_reason=shop_unreachable')).toEqual([broken]);
    expect(await listed('status_reason=shop_unreachable&search=shop-', scene.admin)).toEqual([broken, foreign, brief].sort());
  });
});
