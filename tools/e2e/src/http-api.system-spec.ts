import { DemoShopA } from '@sync/demo-shops';
import type { AppProcess } from '@sync/test-harness';
import * as fc from 'fast-check';
import { identityOf, initialise, link, register, startHandshake, type Caller, type Registration } from './testing/actors';
import type { ApiDocument, Operation } from './testing/api-document';
import { json, type Question } from './testing/exchange';
import { describeForeignTokens } from './testing/foreign-tokens';
import { Fuzzing } from './testing/fuzzing';
import { endsToken, generatedRequests, movesConnection, movesShop } from './testing/generated-requests';
import { malformed } from './testing/malformed-http';
import { faultsOfProblem } from './testing/problem-schema';
import { describePublicApi } from './testing/public-description';
import { sendRaw } from './testing/raw-request';
import { describeRefusedBearers } from './testing/refused-bearers';
import type { ServiceUnderTest } from './testing/service-under-test';
import { bearer, comparable, connect, TwoTenants, unknownId } from './testing/two-tenants';
import { describeWrongRequests } from './testing/wrong-requests';

const seed = 20_260_101;
const requests = 1_800;

let tenants: TwoTenants;
let ingress: AppProcess;

// No worker: what is asked for stays as it is.
beforeAll(async () => {
  tenants = await TwoTenants.start();
  ingress = await tenants.service.startIngress();
});
afterAll(() => tenants.stop());

describe('the API description', () => describePublicApi(() => ({ ...tenants, ingress })));

describe('refused bearers', () => describeRefusedBearers(() => tenants));

/** Every route, with the good bearer of another tenant or connection. */
describe('tenant isolation', () => {
  let service: ServiceUnderTest;
  let shop: DemoShopA;
  let [a, b] = [{} as Caller, {} as Caller];
  let [shopOfA, pendingOfA] = ['', ''];
  let unclaimed = {} as Registration;

  beforeAll(() => {
    ({ service, shop, a, b, shopOfA, unclaimed } = tenants);
    pendingOfA = tenants.pendingOfA.connectionId;
  });

  describeForeignTokens(() => tenants);

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

/** Hostile input to every JSON route. */
describe('hostile requests', () => {
  let service: ServiceUnderTest;
  let shop: DemoShopA;
  let otherShop: DemoShopA;
  let document: ApiDocument;
  let bystander = {} as Caller;
  let caller = {} as Caller;
  let shopConnection = '';

  beforeAll(async () => {
    ({ service, document } = tenants);
    shop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    otherShop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    [bystander, caller] = [await initialise(service), await initialise(service)];
    shopConnection = (await link(service, caller, shop)).connectionId;
    await register(service, shop);
  });
  afterAll(() => Promise.all([shop.stop(), otherShop.stop()]));

  /** Everything stored for a tenant. */
  const stateOf = async ({ tenantId }: Caller) =>
    service.rows(
      `select c::text as row from system_connections c where tenant_id = $1 union all select t::text from tenants t where id = $1
       union all select r::text from sync_rules r where tenant_id = $1 order by 1`,
      [tenantId],
    );

  it(`${requests} requests generated from the API description: no 5xx, every 4xx a valid problem, every success as described`, async () => {
    const [ending, revoked] = [await initialise(service), await initialise(service)];
    const [first, second] = [await link(service, await initialise(service), otherShop), await link(service, ending, otherShop)];
    const endedShops = [first.connectionId, second.connectionId];
    const good = {
      token: (operation: Operation) => {
        if (movesConnection(operation)) return first.widgetToken;
        if (movesShop(operation)) return ending.token;
        return endsToken(operation) ? revoked.token : caller.token;
      },
      path: (operation: Operation, name: string) => (name === 'id' && movesShop(operation) ? second.connectionId : shopConnection),
      body: {
        ...identityOf(shop),
        external_user_id: 'account-1',
        connection_token: `scc_${'A'.repeat(43)}`,
        configuration: { direction: 'both' },
        capabilities: ['orders'],
        mode: 'full',
        expires_at: '2999-01-01T00:00:00Z',
        overlap_seconds: 60,
      },
    };
    const [before, untouched] = [await service.counts(), await stateOf(bystander)];
    const statuses: Record<number, number> = {};
    const made = { tenants: new Set<string>(), connections: new Set<string>(), runs: new Set<string>() };
    const generated = fc.sample(generatedRequests(document, good), { numRuns: requests, seed });
    const findings = await new Fuzzing(service.api.url, document).sendAll(generated, ({ question: { path } }, response) => {
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      if (response.status === 201 && path.startsWith('/api/system-connections/connect')) {
        const { tenant_id, connection, connection_id } = json<{ tenant_id?: string; connection?: { id: string }; connection_id?: string }>(
          response,
        );
        if (tenant_id) made.tenants.add(tenant_id);
        made.connections.add(connection?.id ?? connection_id ?? 'unknown');
      }
      if (response.status === 202) for (const { id } of json<{ data: { id: string }[] }>(response).data) made.runs.add(id);
    });
    expect(findings).toEqual([]);
    expect(Object.keys(statuses).map(Number)).toEqual(expect.arrayContaining([200, 201, 400, 401, 404, 422]));
    const left = await service.rows('select from system_connections where id = any($1)', [endedShops]);
    const ended = endedShops.length - left.length;
    const { tenants = 0, system_connections = 0, sync_runs = 0 } = before;
    expect(await service.counts()).toMatchObject({
      tenants: tenants + made.tenants.size,
      system_connections: system_connections + made.connections.size - ended,
      sync_runs: sync_runs + made.runs.size,
      customers: 0,
      orders: 0,
      products: 0,
    });
    expect(await stateOf(bystander)).toEqual(untouched);
    expect(await service.api.health('live')).toBe(200);
    expect(await service.api.health('ready')).toBe(200);
  });

  describeWrongRequests(() => ({ service, document, caller, shopConnection }));

  it('responds to malformed HTTP with a problem and closes the connection', async () => {
    const findings = await Promise.all(
      malformed.map(async ({ name, bytes, statuses }) => {
        const response = await sendRaw(service.api.url, bytes);
        const faults = response === null ? ['no response'] : faultsOfProblem(response);
        return response && statuses.includes(response.status) && faults.length === 0 ? [] : [{ name, status: response?.status, faults }];
      }),
    );
    expect(findings.flat()).toEqual([]);
    expect(await service.api.health('live')).toBe(200);
  });

  it('logs no unexpected error', () => {
    expect(service.output.split('\n').filter((line) => line.includes('internal-error') || line.includes('"level":"fatal"'))).toEqual([]);
    expect(service.api.stderr).toBe('');
  });
});
