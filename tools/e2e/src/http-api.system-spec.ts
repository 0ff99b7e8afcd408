import { DemoShopA } from '@sync/demo-shops';
import type { AppProcess } from '@sync/test-harness';
import { identityOf, initialise, link, register, startHandshake, type Caller } from './testing/actors';
import { isForIngress, readDocument, type ApiDocument, type Operation } from './testing/api-document';
import { exchange, json } from './testing/exchange';
import { sendGenerated } from './testing/generated-requests';
import { describeServedDocument } from './testing/served-description';
import { ServiceUnderTest } from './testing/service-under-test';

const requests = 1_800;

/** No worker: what is asked for stays as it is. */
describe('the public API', () => {
  let service: ServiceUnderTest;
  let ingress: AppProcess;
  let document: ApiDocument;
  let [shop, otherShop] = [{} as DemoShopA, {} as DemoShopA];
  let bystander = {} as Caller;

  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    ingress = await service.startIngress();
    document = await readDocument(service);
    [shop, otherShop] = [await DemoShopA.start(oneOfEach), await DemoShopA.start(oneOfEach)];
    bystander = await initialise(service);
  });
  afterAll(() => Promise.all([service.stop(), shop.stop(), otherShop.stop()]));

  const oneOfEach = { customers: 1, orders: 1, products: 1 };

  describe('has a description that', () =>
    describeServedDocument('connection-api', () => ({
      document,
      ask: (method, path) => exchange((isForIngress({ path }) ? ingress : service.api).url, { method, path }),
    })));

  /** Everything stored for a tenant. */
  const stateOf = ({ tenantId }: Caller) =>
    service.rows(
      `select c::text as row from system_connections c where tenant_id = $1 union all select t::text from tenants t where id = $1
       union all select r::text from sync_rules r where tenant_id = $1 order by 1`,
      [tenantId],
    );

  it('lists only the caller’s tenant under every filter, also with a cursor of another tenant', async () => {
    const [owner, stranger] = [await initialise(service), await initialise(service)];
    await startHandshake(service, owner);
    const ask = (query: string, { token }: Caller) => service.ask('GET', `/api/system-connections${query}`, { token });
    const { next_cursor } = json<{ next_cursor: string }>(await ask('?limit=1', owner));
    for (const query of ['', '?system=mailing_platform', '?status=active', `?cursor=${next_cursor}`]) {
      const { data } = json<{ data: { tenant_id: string }[] }>(await ask(query, stranger));
      expect([query, data.filter(({ tenant_id }) => tenant_id !== stranger.tenantId)]).toEqual([query, []]);
    }
    expect(json<{ data: unknown[] }>(await ask('', owner)).data).toHaveLength(2);
  });

  it('a life cycle call affects only the connection of its token, no other one of the same or another tenant', async () => {
    const owner = await initialise(service);
    const { connectionId: pending } = await startHandshake(service, owner);
    const { connectionId, widgetToken: token } = await link(service, owner, otherShop);
    const others = () => service.rows(`select c::text as row from system_connections c where id <> $1 order by id`, [connectionId]);
    const before = await others();
    const body = { id: bystander.connectionId, connection_id: pending, tenant_id: bystander.tenantId };
    for (const move of ['disconnect', 'reconnect'])
      expect((await service.ask('POST', `/api/widget/connection/${move}`, { token, body })).status).toBe(200);
    expect((await service.ask('DELETE', '/api/widget/connection', { token })).status).toBe(204);
    expect(await others()).toEqual(before);
  });

  it('refuses an access token sent as connection token, and a connection token of the other handshake, like an unknown one', async () => {
    const caller = await initialise(service);
    const { connectionToken: started } = await startHandshake(service, caller);
    const { connectionToken: registered, widgetToken } = await register(service, otherShop);
    const unknown = `scc_${'A'.repeat(43)}`;
    const problems = async (asks: (token: string) => ReturnType<typeof service.ask>, tokens: string[]) => {
      const responses = await Promise.all(tokens.map(asks));
      return new Set(responses.map(({ status, text }) => `${status} ${text}`));
    };
    const asCaller = (connection_token: string) =>
      service.ask('POST', '/api/system-connections/connect', { token: caller.token, body: { connection_token } });
    const asPlugin = (connection_token: string) =>
      service.ask('POST', '/api/system-connections/register', { body: { ...identityOf(shop), connection_token } });
    for (const [asks, wrong] of [[asCaller, started] as const, [asPlugin, registered] as const]) {
      const found = await problems(asks, [unknown, caller.token, widgetToken, wrong]);
      expect([...found]).toEqual([expect.stringMatching(/^422 .*invalid-connection-token/)]);
    }
  });

  it(`${requests} requests generated from the API description: no 5xx, every 4xx a valid problem, every success as described`, async () => {
    const [caller, ending, revoked] = [await initialise(service), await initialise(service), await initialise(service)];
    const { connectionId } = await link(service, caller, shop);
    const ended = await link(service, ending, otherShop);
    const endsToken = ({ method, path }: Operation) => path.startsWith('/api/access-tokens/') && method !== 'GET';
    const endsOwn = ({ method, path }: Operation) => /^\/api\/widget\/connection(\/|$)/.test(path) && method !== 'GET';
    const endsShop = ({ method, path }: Operation) => method === 'DELETE' || /\/(disconnect|reconnect|credentials)$/.test(path);
    const good = {
      token: (operation: Operation) => {
        if (endsToken(operation)) return revoked.token;
        if (endsOwn(operation)) return ended.widgetToken;
        return endsShop(operation) ? ending.token : caller.token;
      },
      path: (operation: Operation) => (endsShop(operation) ? ended.connectionId : connectionId),
      body: { ...identityOf(shop), connection_token: `scc_${'A'.repeat(43)}` },
    };
    const untouched = await stateOf(bystander);
    const statuses = new Set<number>();
    const sample = { numRuns: requests, seed: 20_260_101 };
    const findings = await sendGenerated(service.api.url, document, good, sample, (_, { status }) => statuses.add(status));
    expect(findings).toEqual([]);
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201, 202, 400, 401, 404, 413, 422]));
    expect(await stateOf(bystander)).toEqual(untouched);
    expect([await service.api.health('live'), await service.api.health('ready')]).toEqual([200, 200]);
    expect(service.output.split('\n').filter((line) => /internal-error|"level":"fatal"/.test(line))).toEqual([]);
    expect(service.api.stderr).toBe('');
  });
});
