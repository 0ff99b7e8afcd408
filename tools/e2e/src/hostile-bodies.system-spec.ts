import { DemoShopA } from '@sync/demo-shops';
import type { AppProcess } from '@sync/test-harness';
import { initialise, link } from './testing/actors';
import { AdminCalls } from './testing/administrator';
import { allOperationsOf, fill, isForIngress, readDocument, type Operation } from './testing/api-document';
import { exchange } from './testing/exchange';
import { ServiceUnderTest } from './testing/service-under-test';

const maxBodyBytes = 64 * 1024;
const maxGrowthMiB = 64;

const repeated = (value: string, times: number) => Array<string>(times).fill(value).join(',');
const nested = (name: string, levels: number, inside: string) =>
  `${`{${JSON.stringify(name)}:`.repeat(levels)}${inside}${'}'.repeat(levels)}`;

/** Each below 128 KiB, and naming as much as it can in its errors. */
const hostile: Record<string, string> = {
  'forbidden names below a long one': `{"${'x'.repeat(60_000)}":[${repeated('{"__proto__":1}', 3_500)}]}`,
  'forbidden names below names of 200 characters': nested('x'.repeat(200), 30, `[${repeated('{"__proto__":1}', 4_500)}]`),
  'texts that cannot be stored below names that must be escaped': nested('\u0001'.repeat(200), 30, `[${repeated('"\\ud800"', 9_000)}]`),
  'many unknown fields': `{"configuration":{${Array.from({ length: 9_000 }, (_, index) => `"f${index}":1`).join(',')}}}`,
  'lists of wrong values': `{${['capabilities', 'data_domains', 'accessible_tenant_ids', 'supported_system_ids', 'events', 'configuration']
    .map((name) => `"${name}":[${repeated('"\\""', 1_500)}]`)
    .join(',')}}`,
  'a list that repeats one option': `{"configuration":{"data_types":[${repeated('"orders"', 9_000)}]}}`,
};
/** As large, and harmless: what each app takes up to read it is no growth. */
const harmless = `{"note":"${'x'.repeat(120_000)}"}`;
const longQuery = Array.from({ length: 1_000 }, (_, index) => `q${index}=%22`).join('&');

describe('hostile bodies', () => {
  let service: ServiceUnderTest;
  let shop: DemoShopA;
  let targets: { app: AppProcess; operations: Operation[]; token: string; ids: Record<string, string> }[];

  beforeAll(async () => {
    service = await ServiceUnderTest.start({ environment: { ADMIN_SIGN_IN_RATE_LIMIT_PER_MINUTE: '100000' } });
    const [admin, ingress] = [await service.startApp('admin-api'), await service.startIngress()];
    shop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    const caller = await initialise(service);
    const { connectionId: id } = await link(service, caller, shop);
    const calls = new AdminCalls((method, path, sent) => service.ask(method, path, { ...sent, app: admin }), service.database.dataSource);
    const { token } = await calls.administrator('ada');
    const open = allOperationsOf(await readDocument(service));
    const ofAdmin = allOperationsOf(await readDocument(service, '/api/admin/openapi.json', admin));
    targets = [
      { app: service.api, operations: open.filter((operation) => !isForIngress(operation)), token: caller.token, ids: { id } },
      { app: admin, operations: ofAdmin, token, ids: { id } },
      { app: ingress, operations: open.filter(isForIngress), token: caller.token, ids: { connection: id, id } },
    ];
  });
  afterAll(async () => {
    await service.stop();
    await shop.stop();
  });

  /** Both with and without the bearer, because bodies are read before it is. */
  const sendToAll = async (body: string, onResponse: (request: string, status: number, bytes: number) => void) => {
    for (const { app, operations, token, ids } of targets) {
      const unknown = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({ method, path: '/api/"'.repeat(40) }));
      for (const { method, path } of [...operations.filter(({ method }) => method !== 'GET'), ...unknown]) {
        // A session that is ended, or a rotated token, would hide the routes that come after it.
        const endsIts = method === 'DELETE' || /rotate|disconnect|reconnect|logout|sessions/.test(path);
        for (const authorization of endsIts ? [''] : ['', `Bearer ${token}`]) {
          const headers = [
            ['content-type', 'application/json'] as const,
            ...(authorization ? [['authorization', authorization] as const] : []),
          ];
          const { status, text } = await exchange(app.url, { method, path: `${fill(path, ids)}?${longQuery}`, headers, body });
          onResponse(`${method} ${path} ${authorization && 'with a bearer'}`, status, Buffer.byteLength(text));
        }
      }
    }
  };

  it('no 4xx body of any app, route and method is larger than 64 KiB, and no app takes up 64 MiB for it', async () => {
    await sendToAll(harmless, () => undefined);
    const before = targets.map(({ app }) => app.memory());
    const tooLarge: unknown[] = [];
    let refused = 0;
    for (const [what, body] of Object.entries(hostile)) {
      await sendToAll(body, (request, status, bytes) => {
        if (status >= 400) refused += 1;
        if (status >= 500 || bytes > maxBodyBytes) tooLarge.push({ what, request, status, bytes });
      });
    }
    expect(tooLarge).toEqual([]);
    expect(refused).toBeGreaterThan(500);
    const grown = targets.map(({ app }, index) => app.memory() - (before[index] ?? 0));
    expect(grown.filter((mebibytes) => mebibytes >= maxGrowthMiB)).toEqual([]);
  });
});
