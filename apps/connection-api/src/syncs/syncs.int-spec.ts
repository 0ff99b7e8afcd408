import { initialise, link, setStatus, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { serviceAndShop } from '../testing/service-and-shop';
import type { Shop } from '../testing/shop';
import { entitle } from '../testing/stored-customers';

interface Run {
  id: string;
  capability: string;
  mode: string;
  status: string;
  modified_after: string | null;
}

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let id: string;

serviceAndShop(async (scene) => {
  ({ api, shop } = scene);
  owner = await initialise(api);
  id = (await link(api, owner, shop)).id;
  await entitle(api, id, owner, { domains: ['customers', 'orders', 'products'] });
});

const path = (connection = id) => `/api/system-connections/${connection}/syncs`;
const request = (body?: unknown) => api.ask<{ data: Run[] }>('POST', path(), { token: owner.token, body });
const runs = async (query = '') => (await api.get<{ data: Run[]; next_cursor: string | null }>(path() + query, owner.token)).body;

describe('POST /api/system-connections/{id}/syncs', () => {
  it.each([undefined, {}, ''])('body %p: 202 with a run for everything that the connection may import now', async (body) => {
    const response = await request(body);
    expect(response.status).toBe(202);
    expect(response.body.data.map(({ capability }) => capability)).toEqual(['customers', 'orders', 'products']);
    expect(response.body.data[0]).toEqual({
      id: expect.any(String) as string,
      capability: 'customers',
      mode: 'delta',
      status: 'queued',
      waiting: null,
      modified_after: null,
      pages_total: null,
      pages_done: 0,
      rows_listed: null,
      records_fetched: 0,
      records_written: 0,
      records_skipped: 0,
      records_deleted: 0,
      deletions_held_back: 0,
      incomplete: null,
      requests: 0,
      bytes: 0,
      waiting_ms: 0,
      error: null,
      started_at: null,
      finished_at: null,
    });
  });

  it('records one task per run, with the request id', async () => {
    const response = await api.ask<{ data: Run[] }>('POST', path(), {
      token: owner.token,
      body: { capabilities: ['orders'] },
      headers: { 'x-request-id': 'sync-1' },
    });
    const tasks = await api.query(`select payload, request_id from tasks where name = 'plan-sync-run' and system_connection_id = $1`, [id]);
    expect(tasks).toEqual([{ payload: { syncRunId: response.body.data[0]?.id }, request_id: 'sync-1' }]);
  });

  it('202 between the activation and the derivation of the rules, which the request does not wait for', async () => {
    await api.query('delete from sync_rules where source_connection_id = $1', [id]);
    expect((await request()).body.data.map(({ capability }) => capability)).toEqual(['customers', 'orders', 'products']);
  });

  it('422 for a capability that the connection may not import now', async () => {
    await api.query(`update tasks set state = 'done', finished_at = now() where name = 'derive-sync-rules'`);
    await entitle(api, id, owner, { domains: ['orders'] });
    expect((await request({ capabilities: ['orders', 'customers'] })).body).toMatchObject({
      status: 422,
      errors: [{ pointer: '/capabilities/1' }],
    });
    expect((await request()).body.data.map(({ capability }) => capability)).toEqual(['orders']);
    await api.query('update sync_rules set is_active = false where source_connection_id = $1', [id]);
    expect((await request()).body).toMatchObject({ status: 422, errors: [{ pointer: '/capabilities', code: 'no_rule' }] });
    await api.query(`update system_connections set configuration = '{"data_types": []}' where id = $1`, [id]);
    expect((await request()).body).toMatchObject({ status: 422, errors: [{ pointer: '/capabilities', code: 'nothing_selected' }] });
  });

  it.each([[], ['orders', 'orders'], [null], ['invoices']])('422 for the capabilities %j', async (...capabilities) => {
    expect((await request({ capabilities })).status).toBe(422);
  });

  it.each(['pending', 'error', 'disconnected', 'inactive'])('409 when the connection is %s', async (status) => {
    await setStatus(api, id, status);
    expect((await request()).body).toMatchObject({ status: 409, type: '/problems/conflict' });
    expect(await api.value('select count(*)::int from sync_runs where system_connection_id = $1', [id])).toBe(0);
  });
});

describe('GET /api/system-connections/{id}/syncs', () => {
  it('pages through runs, newest first', async () => {
    await request();
    const all = await runs();
    expect(all.data).toHaveLength(3);
    expect(all.next_cursor).toBeNull();
    const first = await runs('?limit=2');
    const rest = await runs(`?limit=2&cursor=${String(first.next_cursor)}`);
    expect([...first.data, ...rest.data]).toEqual(all.data);
    expect(all.data.map((run) => run.id)).toEqual(
      all.data
        .map((run) => run.id)
        .sort()
        .reverse(),
    );
  });

  it('shows why a run waits for its shop, and when the shop is asked again; an ended run waits for nothing', async () => {
    const { body } = await request({ capabilities: ['orders'] });
    const waits = `update sync_runs set status = 'running', waiting_reason = 'The shop is away.', waiting_until = '2026-01-05T12:00:00Z' where id = $1`;
    await api.query(waits, [body.data[0]?.id]);
    expect((await runs()).data[0]).toMatchObject({
      status: 'waiting',
      waiting: { reason: 'The shop is away.', until: '2026-01-05T12:00:00.000Z' },
    });
    expect((await request({ capabilities: ['orders'] })).body.data).toMatchObject([{ id: body.data[0]?.id, status: 'waiting' }]);
    expect((await api.ask('POST', `/api/system-connections/${id}/disconnect`, { token: owner.token })).status).toBe(200);
    expect((await runs()).data[0]).toMatchObject({ status: 'cancelled', waiting: null });
  });

  it('sums the counters of an open run over its ranges and shows the stored ones of a finished run', async () => {
    const { body } = await request({ capabilities: ['orders'] });
    const runId = body.data[0]?.id;
    await api.query(`update sync_runs set status = 'running', pages_total = 12, started_at = now() where id = $1`, [runId]);
    for (const done of [3, 4]) {
      await api.query(
        `insert into page_ranges (task_id, sync_run_id, system_connection_id, capability, first_page, last_page, next_page, per_page, pages_done, records_fetched, records_written, records_skipped)
         values (gen_random_uuid(), $1, $2, 'orders', 1, 10, 1, 50, $3::int, $3::int * 50, $3::int * 49, $3::int)`,
        [runId, id, done],
      );
    }
    expect((await runs()).data[0]).toMatchObject({
      status: 'running',
      pages_total: 12,
      pages_done: 7,
      records_fetched: 350,
      records_written: 343,
      records_skipped: 7,
    });
    await api.query(
      `update sync_runs set status = 'failed', pages_done = 7, records_fetched = 350, records_written = 343, records_skipped = 7, error = 'The shop responded with 500.', finished_at = now() where id = $1`,
      [runId],
    );
    expect((await runs()).data[0]).toMatchObject({
      status: 'failed',
      pages_done: 7,
      records_fetched: 350,
      records_skipped: 7,
      error: 'The shop responded with 500.',
    });
  });

  it('says how many rows the list has, and of a run that succeeded what it left out', async () => {
    const { body } = await request({ capabilities: ['orders'] });
    const reason = 'The shop does not say how many pages of orders there are.';
    const shown = async (status: string) => {
      await api.query('update sync_runs set status = $2, list_total = 501, incomplete = $3 where id = $1', [
        body.data[0]?.id,
        status,
        reason,
      ]);
      return (await runs()).data[0];
    };
    expect(await shown('succeeded')).toMatchObject({ rows_listed: 501, incomplete: { reason } });
    expect(await shown('failed')).toMatchObject({ rows_listed: 501, incomplete: null });
  });
});

describe('POST /api/system-connections/{id}/syncs/{run_id}/confirm-deletions', () => {
  const confirm = (runId: string, connection = id) =>
    api.ask<Run & { deletions_held_back: number }>('POST', `${path(connection)}/${runId}/confirm-deletions`, { token: owner.token });
  const heldBack = async (capability: string) => {
    const [run] = (await request({ capabilities: [capability], mode: 'reconcile' })).body.data;
    await api.query(`update sync_runs set status = 'succeeded', deletions_held_back = 40 where id = $1`, [run?.id]);
    return run?.id ?? '';
  };

  it('lets a worker delete once what the run holds back, and takes the reason away (5 concurrent requests)', async () => {
    const runId = await heldBack('orders');
    const reason = { code: 'deletions_held_back', message: 'Some.', since: '2026-01-05T12:00:00.000Z' };
    await api.query('update system_connections set status_reason = $2 where id = $1', [id, reason]);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(runId)));
    expect(responses.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 202)?.body).toMatchObject({ id: runId, mode: 'reconcile', deletions_held_back: 0 });
    const tasks = await api.query(`select payload from tasks where name = 'delete-confirmed-records' and system_connection_id = $1`, [id]);
    expect(tasks).toEqual([{ payload: { syncRunId: runId } }]);
    expect((await api.get<{ status_reason: unknown }>(`/api/system-connections/${id}`, owner.token)).body.status_reason).toBeNull();
  });

  it('404 for a run of another connection and for what is none; 409 for a run that holds nothing back', async () => {
    const runId = await heldBack('customers');
    const otherRun = (await request({ capabilities: ['products'] })).body.data[0]?.id ?? '';
    for (const [run, connection, status] of [
      ['7', id, 404],
      [runId, owner.connectionId, 404],
      [otherRun, id, 409],
    ] as const)
      expect((await confirm(run, connection)).status).toBe(status);
    expect((await runs()).data.find((run) => run.id === runId)).toMatchObject({ deletions_held_back: 40 });
  });
});
