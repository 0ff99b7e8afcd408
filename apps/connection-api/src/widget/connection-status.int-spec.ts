import { finishDoctorRun, forgetDoctorProblem } from '@sync/connections';
import { endOpenSyncRuns, type RunEnd } from '@sync/sync-runs';
import { placedAt } from '@sync/test-harness';
import { v7 as uuidv7 } from 'uuid';
import { link, startHandshake, type EmbeddingSystem } from '../testing/actors';
import type { ConnectionApiUnderTest } from '../testing/connection-api-under-test';
import { linkedConnection } from '../testing/linked-connection';
import { Shop } from '../testing/shop';

interface Status {
  id: string;
  status: string;
  status_reason: { code: string; message: string; since: string } | null;
  last_synced_at: string | null;
  sync: Record<string, unknown> | null;
  last_attempt: { code: string; at: string } | null;
}

let api: ConnectionApiUnderTest;
let shop: Shop;
let owner: EmbeddingSystem;
let id: string;
const { disconnect, reconnect, row } = linkedConnection((scene) => ({ api, shop, owner, id } = scene));

const status = async (of = id) => (await api.get<Status>(`/api/widget/connections/${of}/status`, owner.token)).body;
const shown = async (of = id) => (await api.get<Status>(`/api/system-connections/${of}`, owner.token)).body;
const listed = async (of = id) =>
  (await api.get<{ data: Status[] }>('/api/system-connections', owner.token)).body.data.find((one) => one.id === of);
/** Of each of the three. */
const reasons = async () => [(await status()).status_reason, (await shown()).status_reason, (await listed())!.status_reason];
const everywhere = (reason: unknown) => Array<unknown>(3).fill(reason);

describe('status_reason', () => {
  it('says since when a disconnected shop is, and what to do; a reconnect ends it', async () => {
    await disconnect();
    const { disconnected_at } = (await row())! as unknown as { disconnected_at: Date };
    const reason = { code: 'disconnected', message: expect.stringContaining('reconnected'), since: disconnected_at.toISOString() };
    expect(await reasons()).toEqual(everywhere(reason));
    await reconnect();
    expect(await reasons()).toEqual(everywhere(null));
  });

  it('says of an active shop since when it fails its syncs, or makes them wait for half a minute, and how; what the connection itself says comes first', async () => {
    const since = '2026-01-05T12:00:00.000Z';
    interface Waits {
      failingSince?: string;
      reason?: string | null;
      seconds?: number;
      waitingSince?: string;
      state?: string;
      code?: string | null;
    }
    const waits = async ({
      failingSince,
      reason = 'The shop responded to orders page 1 with 401.',
      seconds = 1,
      waitingSince = since,
      state = 'running',
      code = null,
    }: Waits) => {
      await api.query('delete from sync_runs where system_connection_id = $1', [id]);
      await api.query(
        `insert into sync_runs (id, system_connection_id, capability, mode, status, failing_since, waiting_since, waiting_reason, waiting_code, waiting_until, tenant_id, system_id)
         values (gen_random_uuid(), $1, 'orders', 'delta', $2, $3, $4, $5::text, $7, case when $5::text is not null then $4::timestamptz + $6 * interval '1 s' end, ${placedAt('$1')})`,
        [id, state, failingSince, waitingSince, reason, seconds, code],
      );
      return reasons();
    };
    const message = 'The shop responded to orders page 1 with 401.';
    const reason = { code: 'waiting_for_shop', message, since };
    expect(await waits({ failingSince: since })).toEqual(everywhere(reason));
    // It began long ago.
    expect(await waits({ seconds: 1 })).toEqual(everywhere(reason));
    const waitingSince = new Date().toISOString();
    expect(await waits({ seconds: 30, waitingSince })).toEqual(everywhere({ ...reason, since: waitingSince }));
    expect(await waits({ seconds: 1, waitingSince })).toEqual(everywhere(null));
    for (const code of ['credentials_refused', 'blocked'] as const)
      expect(await waits({ failingSince: since, code })).toEqual(everywhere({ ...reason, code }));
    expect(await waits({ reason: null })).toEqual(everywhere(null));
    expect(await waits({ failingSince: since, reason: null, state: 'succeeded' })).toEqual(everywhere(null));
    const stored = { code: 'credentials_refused', message: 'x', since };
    await api.query('update system_connections set status_reason = $2 where id = $1', [id, stored]);
    expect(await waits({ failingSince: since })).toEqual(everywhere(stored));
    await api.query('delete from sync_runs where system_connection_id = $1', [id]);
  });

  it('says that a sync could not read all that the shop has, until a later one heals it; a shop that fails comes first', async () => {
    const at = (minute: number) => `2026-01-05T12:0${minute}:00.000Z`;
    let minute = 0;
    const ended = async (state: RunEnd['status'], { reason = null as string | null, isOfAll = true, capability = 'orders' } = {}) => {
      minute += 1;
      const runId = `01981c3a-05d1-7e44-9a63-00000000000${minute}`;
      await api.query(
        `insert into sync_runs (id, system_connection_id, capability, mode, status, modified_after, tenant_id, system_id)
         values ($1, $2, $3, 'full', 'running', case when not $4 then now() end, ${placedAt('$2')})`,
        [runId, id, capability, isOfAll],
      );
      await endOpenSyncRuns(api.database.dataSource.manager, id, { status: state, error: null, incomplete: reason ?? undefined });
      await api.query('update sync_runs set finished_at = $2 where id = $1', [runId, at(minute)]);
      return reasons();
    };
    const because = (message: string) => everywhere({ code: 'incomplete_copy', message, since: at(minute) });
    await api.query('delete from sync_runs where system_connection_id = $1', [id]);
    expect(await ended('failed', { reason: 'The shop returned the same page.' })).toEqual(because('The shop returned the same page.'));
    expect(await ended('succeeded', { isOfAll: false })).toEqual(everywhere(null));
    expect(await ended('succeeded', { reason: 'One page.' })).toEqual(because('One page.'));
    const since = minute;
    await ended('succeeded', { isOfAll: false });
    expect((await ended('succeeded', { capability: 'products' }))[0]).toMatchObject({ message: 'One page.', since: at(since) });
    expect(await ended('succeeded')).toEqual(everywhere(null));
    expect(await ended('cancelled', { reason: 'One page.' })).toEqual(everywhere(null));
    await api.query('delete from sync_runs where system_connection_id = $1', [id]);
  });

  it('says what the newest examination found wrong, until it is found right or a sync succeeds', async () => {
    const queued = async () => {
      const runId = uuidv7();
      await api.query(`insert into doctor_runs (id, system_connection_id, status) values ($1, $2, 'queued')`, [runId, id]);
      return runId;
    };
    const finding = { name: 'clock', title: 'A claim', evidence: 'What was seen.', cause: 'A cause.', advice: 'An advice.' };
    const examined = async (verdict: 'good' | 'notice' | 'problem', isSaid = true) => {
      const runId = await queued();
      const found = [
        { ...finding, verdict: 'good' as const },
        isSaid ? { ...finding, verdict } : { ...finding, verdict, cause: null, advice: null },
      ];
      await finishDoctorRun(api.database.dataSource, runId, { findings: found });
      return reasons();
    };
    const because = (message: string) => everywhere({ code: 'doctor_problem', message, since: expect.any(String) as string });
    expect(await examined('notice')).toEqual(everywhere(null));
    expect(await examined('problem')).toEqual(because('A cause. An advice.'));
    expect(await examined('problem', false)).toEqual(because('What was seen.'));
    await finishDoctorRun(api.database.dataSource, await queued(), { error: 'It was interrupted.' });
    expect((await status()).status_reason).toMatchObject({ code: 'doctor_problem' });
    expect(await examined('good')).toEqual(everywhere(null));
    expect(await examined('problem')).toEqual(because('A cause. An advice.'));
    await forgetDoctorProblem(api.database.dataSource, id);
    expect((await status()).status_reason).toBeNull();
  });

  it('says that a newer connection to the same shop replaced it', async () => {
    await link(api, owner, shop);
    expect(await status()).toMatchObject({ status: 'inactive', status_reason: { code: 'replaced' } });
  });
});

describe('last_synced_at and sync', () => {
  const run = (capability: string, state: string, finished: string | null) =>
    api.query(
      `insert into sync_runs (id, system_connection_id, capability, mode, status, pages_total, pages_done, finished_at, tenant_id, system_id)
       values (gen_random_uuid(), $1, $2, 'full', $3, 7, 3, $4, ${placedAt('$1')})`,
      [id, capability, state, finished],
    );

  it('say when a sync last succeeded, and how far the running one is', async () => {
    expect(await status()).toMatchObject({ last_synced_at: null, sync: null });
    await run('customers', 'succeeded', '2026-01-05T12:00:00Z');
    await run('products', 'succeeded', '2026-01-05T13:00:00Z');
    await run('orders', 'failed', '2026-01-05T14:00:00Z');
    await run('customers', 'queued', null);
    await run('orders', 'running', null);
    const expected = {
      last_synced_at: '2026-01-05T13:00:00.000Z',
      sync: { capability: 'orders', status: 'running', pages_total: 7, pages_done: 3 },
    };
    expect([await status(), await shown(), await listed()]).toMatchObject([expected, expected, expected]);
    await api.query(`update sync_runs set status = 'failed' where status = 'running'`);
    expect((await status()).sync).toMatchObject({ capability: 'customers', status: 'queued' });
  });
});

describe('last_attempt', () => {
  it.each<[string, () => unknown, string]>([
    ['the shop refuses the credentials', () => (shop.status = 401), 'credentials_refused'],
    ['the shop forbids the check', () => (shop.status = 403), 'credentials_refused'],
    ['a firewall blocks the service', () => shop.respondWith(403, { 'content-type': 'text/html' }), 'blocked'],
    ['the shop fails', () => (shop.status = 500), 'shop_unreachable'],
    ['the shop is away', () => shop.stop(), 'shop_unreachable'],
    ['there is no plugin at the address', () => (shop.status = 404), 'other_platform'],
  ])('when %s, says so to the newest connection token, and the connection stays as it is', async (_, fail, code) => {
    const { connectionId, connectionToken } = await startHandshake(api, owner.token);
    expect((await status(connectionId)).last_attempt).toBeNull();
    const before = await row(connectionId);
    const body = { ...shop.registration, connection_token: connectionToken };
    await fail();
    const response = await api.register(body);
    expect(response.body).toMatchObject({ status: 422, type: '/problems/verification-failed' });
    expect((await status(connectionId)).last_attempt).toEqual({ code, at: expect.stringMatching(/Z$/) });
    expect(await row(connectionId)).toEqual(before);
  });

  it('reports an address that must not be called as unreachable', async () => {
    const { connectionId, connectionToken } = await startHandshake(api, owner.token);
    const body = { ...shop.registration, base_url: 'http://10.0.0.1', connection_token: connectionToken };
    expect((await api.register(body)).status).toBe(422);
    expect((await status(connectionId)).last_attempt).toMatchObject({ code: 'shop_unreachable' });
  });

  it('is gone when the handshake succeeds, and when the token expires', async () => {
    const [first, second] = [await startHandshake(api, owner.token), await startHandshake(api, owner.token)];
    shop.status = 401;
    for (const { connectionToken } of [first, second]) await api.register({ ...shop.registration, connection_token: connectionToken });
    shop.status = null;
    expect((await api.register({ ...shop.registration, connection_token: first.connectionToken })).status).toBe(200);
    expect(await status(first.connectionId)).toMatchObject({ status: 'active', last_attempt: null });
    expect((await status(second.connectionId)).last_attempt).not.toBeNull();
    await api.query('update connection_tokens set expires_at = now() where system_connection_id = $1', [second.connectionId]);
    expect((await status(second.connectionId)).last_attempt).toBeNull();
  });

  it('also says to a caller why it could not finalise what a plugin started', async () => {
    const other = await Shop.start();
    const { body } = await api.register<{ connection_token: string; widget_token: string }>(other.registration);
    const unclaimed = await api.value<string>('select id from system_connections where base_url = $1', [other.url]);
    other.status = 500;
    expect((await api.connect({ connection_token: body.connection_token }, owner.token)).status).toBe(422);
    const read = await api.get<Status>(`/api/widget/connections/${unclaimed}/status`, body.widget_token);
    expect(read.body).toMatchObject({ status: 'pending', last_attempt: { code: 'shop_unreachable' } });
    await other.stop();
  });
});
