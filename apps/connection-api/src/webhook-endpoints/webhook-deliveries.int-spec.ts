import { watchFailingEndpoints } from '@sync/caller-webhooks';
import { lockSyncRules, noteFeedSources } from '@sync/domain';
import { until } from '@sync/test-harness';
import { Webhook } from 'standardwebhooks';
import { setStatus, startHandshake } from '../testing/actors';
import { entitle, storeCustomers } from '../testing/stored-customers';
import { WebhookScene } from '../testing/webhook-scene';

let scene: WebhookScene;

beforeAll(async () => {
  scene = await WebhookScene.start();
});
beforeEach(() => scene.forget());
afterAll(() => scene.stop());

/** An active shop whose customers the caller may read. */
async function shopOfCaller(): Promise<string> {
  const { connectionId } = await startHandshake(scene.api, scene.caller.token);
  await scene.api.query('insert into shops (id, tenant_id, system_connection_id) values ($1, $2, $1)', [
    connectionId,
    scene.caller.tenantId,
  ]);
  await setStatus(scene.api, connectionId, 'active');
  await entitle(scene.api, connectionId, scene.caller);
  return connectionId;
}

const readFrom = async (cursor: unknown, source: string) => {
  const path = `/api/records/customers?source_connection_id=${source}&cursor=${String(cursor)}`;
  const { body } = await scene.api.get<{ data: { source_id: string }[] }>(path, scene.caller.token);
  return body.data.map(({ source_id: id }) => id);
};

describe('an event', () => {
  it('arrives signed by Standard Webhooks, as the stock library verifies; during a rotation by both secrets', async () => {
    const endpoint = await scene.endpoint();
    const test = async () => (await scene.ask<{ delivery_id: string }>('POST', `/${endpoint.id}/test`)).body.delivery_id;
    const first = await test();
    await until(() => scene.receiver.events.length === 1);
    const { body: rotated } = await scene.ask<{ secret: string }>('POST', `/${endpoint.id}/rotate-secret`, { overlap_seconds: 600 });
    const second = await test();
    await until(() => scene.receiver.events.length === 2);
    await scene.ask('POST', `/${endpoint.id}/rotate-secret`, { overlap_seconds: 0 });
    await test();
    await until(() => scene.receiver.events.length === 3);

    const [before, during, after] = scene.receiver.events;
    expect([before!.id, during!.id]).toEqual([first, second]);
    const isValid = (event: typeof before, secret: string) => {
      try {
        return new Webhook(secret).verify(event!.text, event!.headers as Record<string, string>) !== undefined;
      } catch {
        return false;
      }
    };
    const verdicts = [before, during, after].map((event) => [isValid(event, endpoint.secret), isValid(event, rotated.secret)]);
    expect(verdicts).toEqual([
      [true, false],
      [true, true],
      [false, false],
    ]);
    expect(JSON.parse(before!.text)).toEqual({ type: 'endpoint.test', timestamp: expect.stringMatching(/Z$/) as string, data: {} });
    expect(before!.headers['content-type']).toBe('application/json');
  });

  it('of changed records: the feed from its cursor shows every change that the hint stands for', async () => {
    const source = await shopOfCaller();
    await storeCustomers(scene.api, source, 'old');
    await scene.endpoint();
    await storeCustomers(scene.api, source, 'a', 'b');
    await until(() => scene.events('records.changed').length === 1);
    const [hint] = scene.events('records.changed');
    expect(hint!.data).toEqual({ type: 'customers', source_connection_id: source, cursor: expect.any(String) as string, changes: 2 });
    expect(await readFrom(hint!.data['cursor'], source)).toEqual(['a', 'b']);
  });

  it('of changed records: while one is on its way, all further changes are one more hint', async () => {
    const source = await shopOfCaller();
    let release: () => void = () => undefined;
    scene.receiver.respond = (_event, response) => {
      release = () => void response.writeHead(204).end();
    };
    await scene.endpoint({ events: ['records.changed'] });
    await storeCustomers(scene.api, source, 'a');
    await until(() => scene.receiver.events.length === 1);
    for (const id of ['b', 'c', 'd', 'e']) await storeCustomers(scene.api, source, id);
    expect(await scene.api.value(`select count(*)::int from webhook_deliveries where status = 'pending'`)).toBe(1);
    scene.receiver.respond = (_event, response) => void response.writeHead(204).end();
    release();
    await until(async () => (await scene.api.value(`select count(*)::int from webhook_deliveries where status <> 'delivered'`)) === 0);
    const hints = scene.events('records.changed');
    const seen = await Promise.all(hints.map(({ data }) => readFrom(data['cursor'], source)));
    expect(hints.length).toBeLessThanOrEqual(3);
    expect(seen.at(1)).toEqual(['b', 'c', 'd', 'e']);
  });

  it('of records that a rule gives again: the feed from its cursor shows all of them', async () => {
    const source = await shopOfCaller();
    await storeCustomers(scene.api, source, 'a', 'b');
    await scene.endpoint({ events: ['records.changed'] });
    for (const isActive of [false, true])
      await scene.api.database.dataSource.transaction(async (manager) => {
        await lockSyncRules(manager, scene.caller.tenantId);
        if (!isActive) await noteFeedSources(manager, scene.caller.tenantId);
        await manager.query('update sync_rules set is_active = $2 where source_connection_id = $1', [source, isActive]);
        await noteFeedSources(manager, scene.caller.tenantId);
      });
    await until(() => scene.receiver.events.length > 0);
    expect(await readFrom(scene.receiver.events.at(-1)!.data['cursor'], source)).toEqual(['a', 'b']);
  });

  it.each([
    ['without a rule', `update sync_rules set is_active = false`],
    ['of a shop that does not serve', `update system_connections set status = 'inactive' where system_id is null`],
  ])('no hint about records %s, which the caller may not read', async (_, sql) => {
    const source = await shopOfCaller();
    await scene.endpoint({ events: ['records.changed'] });
    await scene.api.query(sql);
    await scene.api.query(`select note_records_changed($1, 'customers', 1, feed_position())`, [source]);
    await until(async () => (await scene.api.value('select count(*)::int from caller_events')) === 0);
    expect(await scene.api.value('select count(*)::int from webhook_deliveries')).toBe(0);
  });

  it('about a connection: its status, its settings; an endpoint gets the events and sources that it named', async () => {
    const ofStatus = await scene.endpoint({ url: scene.receiver.urlOf('/status'), events: ['connection.status_changed'] });
    const { connectionId } = await startHandshake(scene.api, scene.caller.token);
    const ofSource = await scene.endpoint({ url: scene.receiver.urlOf('/source'), source_connection_ids: [connectionId] });
    expect([ofStatus.status, ofSource.status]).toEqual(['enabled', 'enabled']);
    await until(() => scene.receiver.at('/status').length === 1);
    expect(scene.receiver.at('/status')[0]!.data).toEqual({
      connection_id: connectionId,
      old_status: null,
      new_status: 'pending',
      reason: 'tenant initiation',
    });
    await scene.api.query(`select note_caller_event($1, 'configuration.saved', $2, jsonb_build_object('connection_id', $2::uuid))`, [
      scene.caller.tenantId,
      connectionId,
    ]);
    await until(() => scene.receiver.at('/source').length === 1);
    expect(scene.receiver.at('/source')[0]!.data).toEqual({ connection_id: connectionId });
    expect(scene.receiver.at('/status')).toHaveLength(1);
  });
});

describe('a delivery', () => {
  const failWith = (status: number, headers = {}) => {
    scene.receiver.respond = (_event, response) => void response.writeHead(status, headers).end('x'.repeat(100_000));
  };

  it.each([
    ['500', 500],
    ['a redirect, which is not followed', 307],
  ])('that gets %s is tried again under its id by the schedule, then it has failed', async (_, status) => {
    failWith(status, { location: scene.receiver.urlOf('/elsewhere') });
    const { id } = await scene.endpoint();
    await scene.ask('POST', `/${id}/test`);
    await until(async () => (await scene.deliveries(id, '?status=failed')).length === 1);
    const [delivery] = await scene.deliveries(id);
    expect(delivery).toMatchObject({
      attempts: 4,
      last_response_status: status,
      last_error: expect.stringContaining(String(status)),
      next_attempt_at: null,
    });
    expect(scene.receiver.events).toHaveLength(4);
    expect(new Set(scene.receiver.events.map((event) => event.id))).toEqual(new Set([delivery!.id]));
    expect((await scene.read(id)).failing_since).not.toBeNull();
  });

  it('that gets no response names why, without the response or the secret', async () => {
    const { id, secret } = await scene.endpoint({ url: 'http://127.0.0.1:9/' });
    await scene.ask('POST', `/${id}/test`);
    await until(async () => (await scene.deliveries(id, '?status=failed')).length === 1);
    const [delivery] = await scene.deliveries(id);
    expect(delivery).toMatchObject({ last_response_status: null, last_error: expect.stringMatching(/endpoint could not be reached/) });
    expect(JSON.stringify(delivery)).not.toContain(secret);
  });

  it('waits as long as a 503 asks, a day at most', async () => {
    failWith(503, { 'retry-after': '7200' });
    const { id } = await scene.endpoint();
    await scene.ask('POST', `/${id}/test`);
    const seconds = 'select extract(epoch from next_attempt_at - now())::float8 from webhook_deliveries where attempts = 1';
    await until(async () => ((await scene.api.value<number | undefined>(seconds)) ?? 0) > 7_000);
    failWith(429, { 'retry-after': '999999' });
    await scene.api.query(`update webhook_deliveries set next_attempt_at = now()`);
    await scene.api.query(`update webhook_endpoints set due_at = now()`);
    const again = seconds.replace('attempts = 1', 'attempts = 2');
    await until(async () => ((await scene.api.value<number | undefined>(again)) ?? 0) > 80_000);
    expect(await scene.api.value(again)).toBeLessThanOrEqual(86_400);
  });

  it('that gets 410 disables the endpoint at once, and it can be sent again by hand', async () => {
    failWith(410);
    const { id } = await scene.endpoint();
    await scene.ask('POST', `/${id}/test`);
    await until(async () => (await scene.read(id)).status === 'disabled');
    expect((await scene.read(id)).disabled_reason).toBe('gone');
    const [delivery] = await scene.deliveries(id);
    expect(delivery).toMatchObject({ status: 'failed', attempts: 1, last_response_status: 410 });
    failWith(204);
    expect(await scene.ask('POST', `/${id}/deliveries/${delivery!.id}/resend`)).toMatchObject({
      status: 202,
      body: { delivery_id: delivery!.id },
    });
    await until(async () => (await scene.deliveries(id, '?status=delivered')).length === 1);
    expect(scene.receiver.events.map((event) => event.id)).toEqual([delivery!.id, delivery!.id]);
  });
});

describe('an endpoint', () => {
  const failing = () => {
    scene.receiver.respond = (_event, response) => void response.writeHead(500).end();
  };

  it('back from paused gets one hint per source with the oldest cursor, and nothing else of that time', async () => {
    const source = await shopOfCaller();
    const { id } = await scene.endpoint();
    await until(async () => (await scene.api.value('select count(*)::int from caller_events')) === 0);
    scene.receiver.events.length = 0;
    await scene.ask('PATCH', `/${id}`, { status: 'paused' });
    for (const customer of ['a', 'b', 'c']) await storeCustomers(scene.api, source, customer);
    await startHandshake(scene.api, scene.caller.token);
    await until(async () => (await scene.api.value('select count(*)::int from caller_events')) === 0);
    expect(scene.receiver.events).toEqual([]);
    await scene.ask('PATCH', `/${id}`, { status: 'enabled' });
    await until(async () => (await scene.deliveries(id, '?status=pending')).length === 0 && scene.receiver.events.length > 0);
    expect(scene.receiver.events.map(({ type, data }) => [type, data['changes']])).toEqual([['records.changed', 3]]);
    expect(await readFrom(scene.receiver.events[0]!.data['cursor'], source)).toEqual(['a', 'b', 'c']);
  });

  it('that fails for longer than a hint is tried gets the hint later, with the oldest cursor', async () => {
    const source = await shopOfCaller();
    scene.receiver.respond = (_event, response) => void response.writeHead(500).end();
    const { id } = await scene.endpoint({ events: ['records.changed'] });
    await storeCustomers(scene.api, source, 'a');
    await until(async () => (await scene.deliveries(id, '?status=failed')).length > 0);
    await storeCustomers(scene.api, source, 'b');
    scene.receiver.respond = (_event, response) => void response.writeHead(204).end();
    await until(async () => (await scene.deliveries(id, '?status=pending')).length === 0);
    const [last] = scene.receiver.events.slice(-1);
    const first = scene.receiver.events[0]!;
    expect(await readFrom(first.data['cursor'], source)).toEqual(['a', 'b']);
    const delivered = await scene.deliveries(id, '?status=delivered');
    expect(delivered.length).toBeGreaterThan(0);
    expect(last!.type).toBe('records.changed');
    expect((await scene.read(id)).failing_since).toBeNull();
  });

  it('that hangs delays no other', async () => {
    scene.receiver.respond = (event, response) => void (event.path === '/hangs' || response.writeHead(204).end());
    await scene.endpoint({ url: scene.receiver.urlOf('/hangs') });
    await scene.endpoint({ url: scene.receiver.urlOf('/works') });
    for (let event = 0; event < 3; event += 1) await startHandshake(scene.api, scene.caller.token);
    await until(() => scene.receiver.at('/works').length === 3);
    expect(scene.receiver.at('/hangs')).toHaveLength(1);
  });

  it('all of whose attempts fail is warned of at 50 and 90 % of the time, in timeline and status, then disabled; enabled, it works again', async () => {
    failing();
    const { id } = await scene.endpoint();
    await scene.ask('POST', `/${id}/test`);
    await until(async () => (await scene.read(id)).failing_since !== null);
    const after = async (share: number) => {
      await scene.api.query(`update webhook_endpoints set failing_since = now() - make_interval(secs => $1::float8 * 1000)`, [share]);
      await watchFailingEndpoints(scene.api.database.dataSource, 1_000);
      await watchFailingEndpoints(scene.api.database.dataSource, 1_000);
      const path = `/api/system-connections/${scene.caller.connectionId}`;
      const { body } = await scene.api.get<{ status_reason: { code: string } | null }>(path, scene.caller.token);
      const notices = await scene.api.query<{ reason: string }>(
        `select reason from connection_transitions where system_connection_id = $1 and reason like 'webhook%' order by id`,
        [scene.caller.connectionId],
      );
      return [body.status_reason?.code ?? null, notices.map(({ reason }) => reason), (await scene.read(id)).status];
    };
    const [failingNotice, disabledNotice] = ['webhook endpoint failing', 'webhook endpoint disabled'];
    expect(await after(0.4)).toEqual([null, [], 'enabled']);
    expect(await after(0.5)).toEqual(['webhook_endpoint_failing', [failingNotice], 'enabled']);
    expect(await after(0.9)).toEqual(['webhook_endpoint_failing', [failingNotice, failingNotice], 'enabled']);
    expect(await after(1)).toEqual(['webhook_endpoint_disabled', [failingNotice, failingNotice, disabledNotice], 'disabled']);
    expect((await scene.read(id)).disabled_reason).toBe('failing');

    scene.receiver.respond = (_event, response) => void response.writeHead(204).end();
    await scene.ask('PATCH', `/${id}`, { status: 'enabled' });
    expect(await after(0)).toEqual([null, [failingNotice, failingNotice, disabledNotice], 'enabled']);
  });

  it('gets what happened while nothing delivered', async () => {
    const source = await shopOfCaller();
    const { id } = await scene.endpoint();
    await scene.stopDelivering();
    await storeCustomers(scene.api, source, 'a');
    await scene.startDelivering();
    await until(async () => (await scene.deliveries(id, '?status=delivered')).length > 0 && scene.events('records.changed').length === 1);
  });
});
