import { DemoShopA } from '@sync/demo-shops';
import * as fc from 'fast-check';
import { identityOf, initialise, link, register, type Caller } from './testing/actors';
import { operationsOf, readDocument, type ApiDocument, type Operation } from './testing/api-document';
import { exchange, json } from './testing/exchange';
import { Fuzzing } from './testing/fuzzing';
import { endsToken, generatedRequests, movesConnection, movesShop } from './testing/generated-requests';
import { hostileBodies } from './testing/hostile-values';
import { faultsOfProblem } from './testing/problem-schema';
import { sendRaw } from './testing/raw-request';
import { ServiceUnderTest } from './testing/service-under-test';

const seed = 20_260_101;
const requests = 1_800;

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
    service = await ServiceUnderTest.start();
    shop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    otherShop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    document = await readDocument(service);
    [bystander, caller] = [await initialise(service), await initialise(service)];
    shopConnection = (await link(service, caller, shop)).connectionId;
    await register(service, shop);
  });
  afterAll(async () => {
    await service.stop();
    await Promise.all([shop.stop(), otherShop.stop()]);
  });

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

  it('refuses a body that is not a JSON object on every route that takes one, and stores nothing', async () => {
    const before = await service.counts();
    const writes = operationsOf(document).filter(({ described }) => described.requestBody !== undefined);
    const findings: unknown[] = [];
    for (const { method, path } of writes) {
      const at = path.replace('{id}', shopConnection);
      for (const body of hostileBodies.filter((text) => text.trim() !== '')) {
        const response = await service.ask(method, at, { token: caller.token, body });
        const faults = faultsOfProblem(response);
        if (![400, 413, 422].includes(response.status) || faults.length > 0)
          findings.push({ at, body: body.slice(0, 80), status: response.status, faults });
      }
    }
    expect(findings).toEqual([]);
    expect(await service.counts()).toEqual(before);
  });

  it('responds 415 to form, multipart, text or missing content types', async () => {
    const findings: unknown[] = [];
    for (const { method, path, described } of operationsOf(document)) {
      if (described.requestBody === undefined) continue;
      for (const type of [
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'text/plain',
        'application/xml',
        'nonsense',
        null,
      ]) {
        const headers = [['authorization', `Bearer ${caller.token}`], ...(type === null ? [] : [['content-type', type]])] as [
          string,
          string,
        ][];
        const response = await exchange(service.api.url, {
          method,
          path: path.replace('{id}', shopConnection),
          headers,
          body: 'system_slug=mailing_platform',
        });
        const faults = faultsOfProblem(response);
        if (response.status !== 415 || faults.length > 0) findings.push({ at: path, type, status: response.status, faults });
      }
    }
    expect(findings).toEqual([]);
  });

  it('responds with a problem to unknown routes, trailing and double slashes and other case, never with another route', async () => {
    const paths = [
      '/',
      '/api',
      '/api/',
      '/nowhere',
      '/api/system-connections/',
      '//api/system-connections',
      '/api//system-connections',
      '/API/system-connections',
    ];
    const findings: unknown[] = [];
    for (const path of [
      ...paths,
      '/api/system-connections;x',
      '/api/widget',
      '/api/records',
      '/api/records/',
      '/api/records/Orders',
      '/api/admin',
      '/metrics',
      '/.env',
    ]) {
      const response = await service.ask('GET', path, { token: caller.token, headers: [['accept', 'text/html']] });
      const faults = faultsOfProblem(response);
      if (![400, 404].includes(response.status) || faults.length > 0) findings.push({ path, status: response.status, faults });
    }
    expect(findings).toEqual([]);
  });

  it('responds to HEAD, OPTIONS and unknown methods without a 5xx', async () => {
    const findings: unknown[] = [];
    for (const { path } of operationsOf(document)) {
      for (const method of ['HEAD', 'OPTIONS', 'PUT', 'TRACE', 'PROPFIND', 'QUERY']) {
        const response = await exchange(service.api.url, {
          method,
          path: path.replaceAll(/\{\w*id\}/g, shopConnection),
        });
        const faults = method === 'HEAD' || response.status < 400 ? [] : faultsOfProblem(response);
        if (response.status >= 500 || (response.status < 300 && method !== 'OPTIONS') || faults.length > 0)
          findings.push({ method, path, status: response.status, faults });
      }
    }
    expect(findings).toEqual([]);
  });

  const head = 'POST /api/system-connections/register HTTP/1.1\r\nHost: x\r\n';
  const malformed = [
    { name: 'a line that is not a request', bytes: 'NONSENSE\r\n\r\n', statuses: [400] },
    { name: 'an unknown method', bytes: 'BREW /api/system-connections HTTP/1.1\r\nHost: x\r\n\r\n', statuses: [400, 405, 501] },
    { name: 'headers of 100 kB', bytes: `${head}X-Large: ${'x'.repeat(100_000)}\r\n\r\n`, statuses: [431] },
    {
      name: 'Content-Length and Transfer-Encoding',
      bytes: `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      statuses: [400],
    },
    { name: 'two lengths', bytes: `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, statuses: [400] },
    { name: 'a length that is not a number', bytes: `${head}Content-Length: ten\r\n\r\n{}`, statuses: [400] },
    {
      name: 'a length of 10 GB',
      bytes: `${head}Connection: close\r\nContent-Type: application/json\r\nContent-Length: 10000000000\r\n\r\n{`,
      statuses: [413],
    },
    { name: 'a folded header', bytes: `${head}X-A: b\r\n c\r\n\r\n`, statuses: [400] },
    {
      name: 'an unknown expectation',
      bytes: `${head}Connection: close\r\nExpect: nonsense\r\nContent-Length: 0\r\n\r\n`,
      statuses: [400, 417, 422],
    },
    { name: 'no Host', bytes: 'GET /api/system-connections HTTP/1.1\r\n\r\n', statuses: [400] },
    { name: 'headers that never end', bytes: `${head}X-A: b\r\n`, statuses: [408] },
    {
      name: 'a body that never ends',
      bytes: `${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
      statuses: [408],
    },
  ];

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
