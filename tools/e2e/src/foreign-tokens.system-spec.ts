import { DemoShopA } from '@sync/demo-shops';
import { identityOf, initialise, link, register, startHandshake, type Caller, type Registration } from './testing/actors';
import { json, type Question } from './testing/exchange';
import { endsToken, movesConnection, needsCaller } from './testing/generated-requests';
import { faultsOfProblem } from './testing/problem-schema';
import type { ServiceUnderTest } from './testing/service-under-test';
import { bearer, comparable, connect, registerRoute, TwoTenants, unknownId, widget } from './testing/two-tenants';

/** Every route, with the good bearer of another tenant or connection. */
describe('tenant isolation', () => {
  let tenants: TwoTenants;
  let service: ServiceUnderTest;
  let shop: DemoShopA;
  let [a, b] = [{} as Caller, {} as Caller];
  let [shopOfA, pendingOfA] = ['', ''];
  let unclaimed = {} as Registration;
  let connectionToken = '';

  beforeAll(async () => {
    tenants = await TwoTenants.start();
    ({ service, shop, a, b, shopOfA, unclaimed } = tenants);
    ({ connectionId: pendingOfA, connectionToken } = tenants.pendingOfA);
  });
  afterAll(() => tenants.stop());

  it('responds to an id of another tenant byte for byte like to an unknown id', async () => {
    const before = await service.counts();
    expect(tenants.withId().length).toBeGreaterThan(0);
    for (const operation of tenants.withId()) {
      const unknown = await tenants.ask(operation, unknownId, { headers: bearer(b.token) });
      expect(faultsOfProblem(unknown)).toEqual([]);
      expect(unknown.status).toBe(404);
      for (const foreign of [shopOfA, a.connectionId, pendingOfA, unclaimed.connectionId, shopOfA.toUpperCase(), a.tenantId]) {
        expect(comparable(await tenants.ask(operation, foreign, { headers: bearer(b.token) }))).toEqual(comparable(unknown));
      }
    }
    expect(await service.counts()).toEqual(before);
  });

  it('GET /api/system-connections lists only the caller’s tenant under every filter', async () => {
    const pageOfA = json<{ next_cursor: string }>(await service.ask('GET', '/api/system-connections?limit=1', { token: a.token }));
    const queries = ['', '?system=commerce_a', '?status=pending', `?cursor=${pageOfA.next_cursor}`];
    for (const query of queries) {
      const { data } = json<{ data: { tenant_id: string }[] }>(
        await service.ask('GET', `/api/system-connections${query}`, { token: b.token }),
      );
      expect(data.filter(({ tenant_id }) => tenant_id !== b.tenantId)).toEqual([]);
    }
    const ofA = json<{ data: { id: string }[] }>(await service.ask('GET', '/api/system-connections', { token: a.token }));
    expect(ofA.data.map(({ id }) => id).sort()).toEqual([a.connectionId, shopOfA, pendingOfA].sort());
  });

  it('the records feed treats a source of another tenant like an unknown one', async () => {
    for (const type of ['customers', 'orders', 'products']) {
      const of = (source: string) => service.ask('GET', `/api/records/${type}?source_connection_id=${source}`, { token: b.token });
      expect(comparable(await of(shopOfA))).toEqual(comparable(await of(unknownId)));
      expect((await of(shopOfA)).status).toBe(200);
    }
  });

  it('a widget token of an unclaimed connection reaches only that connection (a null tenant never equals another null)', async () => {
    const other = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    const { connectionId: otherUnclaimed } = await register(service, other);
    const headers = bearer(unclaimed.widgetToken);
    for (const operation of tenants.guarded().filter((one) => !movesConnection(one) && !endsToken(one))) {
      const response = await tenants.ask(operation, unclaimed.connectionId, { headers });
      const isWidget = operation.path.startsWith(widget) && !needsCaller(operation);
      expect({ at: operation.path, status: response.status }).toEqual({ at: operation.path, status: isWidget ? 200 : 403 });
      if (!isWidget) expect(faultsOfProblem(response)).toEqual([]);
    }
    for (const operation of tenants.withId().filter((one) => one.path.startsWith(widget) && !needsCaller(one))) {
      const unknown = comparable(await tenants.ask(operation, unknownId, { headers }));
      expect(unknown.status).toBe(404);
      for (const foreign of [otherUnclaimed, shopOfA, a.connectionId])
        expect(comparable(await tenants.ask(operation, foreign, { headers }))).toEqual(unknown);
    }
    expect((await service.ask('POST', connect, { headers, body: {} })).status).toBe(403);
    expect((await service.ask('POST', connect, { headers, body: { connection_token: unclaimed.connectionToken } })).status).toBe(403);
    expect((await service.ask('POST', `${widget}connection/reconnect`, { headers })).status).toBe(403);
    await other.stop();
  });

  it('a life cycle call affects only the connection of its token, no other one of the same or another tenant', async () => {
    const [owner, bystander] = [await initialise(service), await initialise(service)];
    const other = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    const ending = await link(service, owner, other);
    const { connectionId: pending } = await startHandshake(service, owner);
    const others = () => service.rows(`select c::text as row from system_connections c where id <> $1 order by id`, [ending.connectionId]);
    const before = await others();
    for (const { method, path } of tenants.guarded().filter(movesConnection)) {
      await service.rows(`update system_connections set status = 'active', disconnected_at = null where id = $1`, [ending.connectionId]);
      const query = `?id=${bystander.connectionId}&connection_id=${pending}&tenant_id=${bystander.tenantId}`;
      const body = method === 'POST' ? { id: bystander.connectionId, connection_id: pending, tenant_id: bystander.tenantId } : undefined;
      await service.ask(method, `${path}${query}`, { token: ending.widgetToken, headers: misleading(), body });
    }
    expect(await others()).toEqual(before);
    await other.stop();
  });

  it('refuses an access token sent as connection token, and a connection token of the other handshake, like an unknown one', async () => {
    const unknown = comparable(await service.ask('POST', connect, { token: b.token, body: { connection_token: `scc_${'A'.repeat(43)}` } }));
    expect(unknown.status).toBe(422);
    for (const connection_token of [a.token, b.token, unclaimed.widgetToken, connectionToken]) {
      expect(comparable(await service.ask('POST', connect, { token: b.token, body: { connection_token } }))).toEqual(unknown);
    }
    for (const connection_token of [a.token, unclaimed.widgetToken, unclaimed.connectionToken]) {
      const body = { ...identityOf(shop), connection_token };
      const { status, text } = comparable(await service.ask('POST', registerRoute, { body }));
      expect({ status, text }).toEqual({ status: unknown.status, text: unknown.text });
    }
  });

  const misleading = (): Question['headers'] => [
    ['x-tenant-id', a.tenantId],
    ['x-user-id', a.connectionId],
    ['x-connection-id', a.connectionId],
    ['x-forwarded-user', a.tenantId],
    ['x-original-url', `/api/system-connections/${shopOfA}`],
    ['x-rewrite-url', `/api/system-connections/${shopOfA}`],
    ['x-http-method-override', 'DELETE'],
    ['x-http-method', 'DELETE'],
    ['x-method-override', 'DELETE'],
    ['x-forwarded-prefix', '/api/system-connections'],
    ['x-forwarded-host', 'elsewhere.example'],
  ];

  it('ignores X-Tenant-Id, X-User-Id, X-Original-URL and X-HTTP-Method-Override headers', async () => {
    const reads = tenants.guarded().filter(({ method }) => method === 'GET');
    for (const operation of reads) {
      for (const id of [b.connectionId, shopOfA]) {
        const plain = await tenants.ask(operation, id, { headers: bearer(b.token) });
        expect(comparable(await tenants.ask(operation, id, { headers: [...bearer(b.token), ...(misleading() ?? [])] }))).toEqual(
          comparable(plain),
        );
      }
      expect((await tenants.ask(operation, shopOfA, { headers: misleading() })).status).toBe(401);
    }
    expect((await service.ask('GET', '/nowhere', { token: a.token, headers: misleading() })).status).toBe(404);
  });

  it('derives the tenant of a request from the bearer, never from a parameter', async () => {
    const body = {
      tenant_id: a.tenantId,
      tenantId: a.tenantId,
      system_slug: 'commerce_a',
      base_url: shop.url,
      credentials: shop.credentials,
    };
    for (const query of [`tenant_id=${a.tenantId}`, `id=${shopOfA}`]) {
      expect((await service.ask('POST', `${connect}?${query}`, { token: b.token, body })).status).toBe(422);
      expect((await service.ask('GET', `/api/system-connections?${query}`, { token: b.token })).status).toBe(422);
    }
    const started = await service.ask('POST', connect, { token: b.token, headers: misleading(), body });
    expect(started.status).toBe(201);
    const { connection_id } = json<{ connection_id: string }>(started);
    const [row] = await service.rows('select tenant_id, system_id, base_url, credentials, status from system_connections where id = $1', [
      connection_id,
    ]);
    expect(row).toEqual({ tenant_id: b.tenantId, system_id: null, base_url: null, credentials: null, status: 'pending' });
    expect((await service.ask('GET', `/api/system-connections/${connection_id}`, { token: a.token })).status).toBe(404);
  });
});
