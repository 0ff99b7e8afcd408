import { DemoShopA } from '@sync/demo-shops';
import { identityOf, initialise, link, register, startHandshake, type Caller, type Registration } from './testing/actors';
import { fill, operationsOf, readDocument, type Operation } from './testing/api-document';
import { header, json, type WireResponse, type Question } from './testing/exchange';
import { faultsOfProblem } from './testing/problem-schema';
import { endsToken, movesConnection } from './testing/generated-requests';
import { ServiceUnderTest } from './testing/service-under-test';

const unknownId = '01900000-0000-7000-8000-00000000ffff';
const connect = '/api/system-connections/connect';
const registerRoute = '/api/system-connections/register';
const widget = '/api/widget/';

interface Case {
  name: string;
  headers: Question['headers'];
  query?: string;
}

/** Every route, with every kind of header that is not a valid bearer. */
describe('tenant isolation', () => {
  let service: ServiceUnderTest;
  let shop: DemoShopA;
  let operations: Operation[];
  let [a, b] = [{} as Caller, {} as Caller];
  /** Connections of tenant A: one active, one still pending. */
  let [shopOfA, pendingOfA] = ['', ''];
  /** Not claimed by any tenant. */
  let unclaimed = {} as Registration;
  let connectionToken = '';

  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    shop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    operations = operationsOf(await readDocument(service));
    [a, b] = [await initialise(service), await initialise(service, 'user-platform')];
    shopOfA = (await link(service, a, shop)).connectionId;
    ({ connectionId: pendingOfA, connectionToken } = await startHandshake(service, a));
    unclaimed = await register(service, shop);
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
  });

  const bodies: Record<string, unknown> = {
    [`POST ${registerRoute}`]: {},
    [`PATCH ${widget}configuration`]: { configuration: { direction: 'both' } },
    'PATCH /api/system-connections/{id}/configuration': { configuration: { direction: 'both' } },
    'PUT /api/system-connections/{id}/credentials': { credentials: { connection_token: 'x' } },
  };
  const ask = ({ method, path }: Operation, id: string, { headers = [], query = '' }: Partial<Case>, body = bodies[`${method} ${path}`]) =>
    service.ask(method, `${fill(path, { id, connection_id: id, token_id: unknownId, type: 'customers' })}${query}`, {
      headers,
      body: body ?? (method === 'POST' ? {} : undefined),
    });
  const bearer = (token: string) => [['authorization', `Bearer ${token}`] as const];
  const guarded = () => operations.filter(({ path }) => path !== connect && path !== registerRoute);
  const withId = () => operations.filter(({ path }) => /\{(connection_)?id\}/.test(path));

  const notBearers = (): Case[] => [
    { name: 'no token', headers: [] },
    { name: '`Bearer`', headers: [['authorization', 'Bearer']] },
    { name: '`Bearer `', headers: [['authorization', 'Bearer ']] },
    { name: '`bearer x`', headers: [['authorization', 'bearer x']] },
    { name: 'an unknown token', headers: bearer(`sca_${'A'.repeat(43)}`) },
    { name: 'a token that is cut', headers: bearer(a.token.slice(0, -1)) },
    { name: 'a token in another case', headers: bearer(a.token.toUpperCase()) },
    { name: 'a token that is padded', headers: bearer(`${a.token}=`) },
    { name: 'the token alone', headers: [['authorization', a.token]] },
    { name: 'Basic', headers: [['authorization', `Basic ${Buffer.from(`${a.token}:`).toString('base64')}`]] },
    { name: 'two Authorization headers, both good', headers: [...bearer(a.token), ...bearer(a.token)] },
    { name: 'two Authorization headers, the first good', headers: [...bearer(a.token), ['authorization', 'Bearer x']] },
    { name: 'two Authorization headers, the second good', headers: [['authorization', 'Bearer x'], ...bearer(a.token)] },
    { name: 'two tokens in one header', headers: [['authorization', `Bearer ${a.token}, Bearer ${a.token}`]] },
    { name: 'a connection token', headers: bearer(connectionToken) },
    { name: 'token in the query', headers: [], query: `?token=${a.token}` },
    { name: 'access_token in the query', headers: [], query: `?access_token=${a.token}` },
    { name: 'authorization in the query', headers: [], query: `?authorization=Bearer%20${a.token}` },
    { name: 'token in a cookie', headers: [['cookie', `token=${a.token}; access_token=${a.token}`]] },
    { name: 'token in X-Api-Key', headers: [['x-api-key', a.token]] },
    { name: 'token in Proxy-Authorization', headers: [['proxy-authorization', `Bearer ${a.token}`]] },
  ];

  it('responds 401 with WWW-Authenticate to a missing or unknown bearer, on every route that needs one', async () => {
    const before = await service.counts();
    const wrong: unknown[] = [];
    for (const operation of guarded()) {
      for (const refused of notBearers()) {
        const response = await ask(operation, shopOfA, refused);
        const faults = faultsOfProblem(response);
        if (response.status !== 401 || faults.length > 0)
          wrong.push({ at: `${operation.method} ${operation.path}`, with: refused.name, status: response.status, faults });
      }
    }
    expect(wrong).toEqual([]);
    expect(await service.counts()).toEqual(before);
  });

  it('connect responds 401 to a bad bearer instead of treating it as variant A, and to a token or tenant_id without a bearer', async () => {
    const before = await service.counts();
    const wrong: unknown[] = [];
    for (const refused of notBearers()) {
      const carriesHeader = refused.headers?.some(([name]) => name === 'authorization') ?? false;
      const asC = { connection_token: unclaimed.connectionToken };
      for (const body of [asC, { tenant_id: a.tenantId }, ...(carriesHeader ? [{ system_slug: 'mailing_platform' }, {}] : [])]) {
        const response = await service.ask('POST', `${connect}${refused.query ?? ''}`, { headers: refused.headers, body });
        if (response.status !== 401 || faultsOfProblem(response).length > 0)
          wrong.push({ with: refused.name, body: Object.keys(body), status: response.status, faults: faultsOfProblem(response) });
      }
    }
    expect(wrong).toEqual([]);
    expect(await service.counts()).toEqual(before);
  });

  /** Drops what differs between any two requests. */
  const comparable = ({ status, headers, text }: WireResponse) => ({
    status,
    headers: headers.filter(([name]) => !['date', 'x-request-id'].includes(name)),
    text: text.replace(/"instance":"[^"]*"/, '"instance":""'),
  });

  it('responds to an id of another tenant byte for byte like to an unknown id', async () => {
    const before = await service.counts();
    expect(withId().length).toBeGreaterThan(0);
    for (const operation of withId()) {
      const unknown = await ask(operation, unknownId, { headers: bearer(b.token) });
      expect(faultsOfProblem(unknown)).toEqual([]);
      expect(unknown.status).toBe(404);
      for (const foreign of [shopOfA, a.connectionId, pendingOfA, unclaimed.connectionId, shopOfA.toUpperCase(), a.tenantId]) {
        expect(comparable(await ask(operation, foreign, { headers: bearer(b.token) }))).toEqual(comparable(unknown));
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

  it('GET /api/records/{type} treats a source of another tenant like an unknown one', async () => {
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
    for (const operation of guarded().filter((one) => !movesConnection(one) && !endsToken(one))) {
      const response = await ask(operation, unclaimed.connectionId, { headers });
      const isWidget = operation.path.startsWith(widget);
      expect({ at: operation.path, status: response.status }).toEqual({ at: operation.path, status: isWidget ? 200 : 403 });
      if (!isWidget) expect(faultsOfProblem(response)).toEqual([]);
    }
    for (const operation of withId().filter(({ path }) => path.startsWith(widget))) {
      const unknown = comparable(await ask(operation, unknownId, { headers }));
      expect(unknown.status).toBe(404);
      for (const foreign of [otherUnclaimed, shopOfA, a.connectionId])
        expect(comparable(await ask(operation, foreign, { headers }))).toEqual(unknown);
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
    for (const { method, path } of operations.filter(movesConnection)) {
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
    const reads = guarded().filter(({ method }) => method === 'GET');
    for (const operation of reads) {
      for (const id of [b.connectionId, shopOfA]) {
        const plain = await ask(operation, id, { headers: bearer(b.token) });
        expect(comparable(await ask(operation, id, { headers: [...bearer(b.token), ...(misleading() ?? [])] }))).toEqual(comparable(plain));
      }
      expect((await ask(operation, shopOfA, { headers: misleading() })).status).toBe(401);
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

  const partOf = ({ method, path }: Operation): string => {
    if (path.endsWith('/status')) return 'status';
    if (path.endsWith('/disconnect')) return 'disconnect';
    if (path.endsWith('/reconnect')) return 'reconnect';
    return method === 'DELETE' ? 'removal' : 'configuration';
  };
  it.each([
    { status: 'active', widgetAllows: ['status', 'configuration', 'disconnect', 'reconnect', 'removal'], callerAllows: true },
    { status: 'pending', widgetAllows: ['status', 'configuration', 'disconnect', 'reconnect', 'removal'], callerAllows: false },
    { status: 'error', widgetAllows: ['status', 'configuration', 'disconnect', 'reconnect', 'removal'], callerAllows: false },
    { status: 'disconnected', widgetAllows: ['status', 'reconnect', 'removal'], callerAllows: false },
    { status: 'inactive', widgetAllows: ['status', 'removal'], callerAllows: false },
  ])('allowed by the bearer’s connection status: $status', async ({ status, widgetAllows, callerAllows }) => {
    const since = status === 'disconnected' ? 'now()' : 'null';
    const callerThatIs = async () => {
      const caller = await initialise(service);
      await service.rows(`update system_connections set status = $2, disconnected_at = ${since} where id = $1`, [
        caller.connectionId,
        status,
      ]);
      return caller;
    };
    for (const operation of guarded()) {
      const caller = await callerThatIs();
      const headers = bearer(caller.token);
      const response = await ask(
        operation,
        caller.connectionId,
        { headers },
        operation.method === 'PATCH' ? { configuration: {} } : undefined,
      );
      const isAllowed = operation.path.startsWith(widget) ? widgetAllows.includes(partOf(operation)) : endsToken(operation) || callerAllows;
      expect({ at: `${operation.method} ${operation.path}`, refused: response.status === 403 }).toEqual({
        at: `${operation.method} ${operation.path}`,
        refused: !isAllowed,
      });
      if (!isAllowed) expect(faultsOfProblem(response)).toEqual([]);
    }
    const headers = bearer((await callerThatIs()).token);
    for (const body of [{}, { connection_token: unclaimed.connectionToken.replace(/.$/, '!') }]) {
      const response = await service.ask('POST', connect, { headers, body });
      expect(response.status === 403).toBe(!callerAllows);
    }
  });

  it('treats the token of a deleted connection like an unknown one', async () => {
    const caller = await initialise(service);
    await service.rows(`update system_connections set deleted_at = now() where id = $1`, [caller.connectionId]);
    for (const operation of guarded()) {
      const deleted = await ask(operation, caller.connectionId, { headers: bearer(caller.token) });
      const unknown = await ask(operation, caller.connectionId, { headers: bearer(`sca_${'A'.repeat(43)}`) });
      expect(comparable(deleted)).toEqual(comparable(unknown));
    }
  });

  it('gives all refused bearers the same response apart from the challenge', async () => {
    const [operation] = guarded();
    const missing = await ask(operation!, shopOfA, { headers: [] });
    expect(header(missing, 'www-authenticate')).toBe('Bearer');
    const unknown = await ask(operation!, shopOfA, { headers: bearer('x') });
    expect(header(unknown, 'www-authenticate')).toBe('Bearer error="invalid_token"');
    expect([missing.text, unknown.text].map((text) => JSON.parse(text).type)).toEqual(['/problems/unauthorized', '/problems/unauthorized']);
  });
});
