import { createHmac } from 'node:crypto';
import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { until, type AppProcess } from '@sync/test-harness';
import { settled } from '../storm/verdict';
import { identityOf, initialise, link, startHandshake, type Caller } from './actors';
import { allOperationsOf, DocumentedSchemas, isForIngress, type ApiDocument, type Schema } from './api-document';
import { exchangePatiently, json } from './exchange';
import { faultsOfProblem } from './problem-schema';
import type { ServiceUnderTest } from './service-under-test';

/** A description and the apps it describes. */
interface DescribedApi {
  service: ServiceUnderTest;
  ingress: AppProcess;
  document: ApiDocument;
}

interface Feed {
  data: Record<string, unknown>[];
}

/** Declares checks of the description against real responses. Needs a worker. */
export function describeResponses(api: () => DescribedApi): void {
  let [service, ingress, document] = [{} as ServiceUnderTest, {} as AppProcess, {} as ApiDocument];
  let [shopA, shopB] = [{} as DemoShopA, {} as DemoShopB];
  let caller = {} as Caller;
  let connectionId = '';

  beforeAll(async () => {
    ({ service, ingress, document } = api());
    shopA = await DemoShopA.start({ customers: 60, products: 60, orders: 60 });
    shopB = await DemoShopB.start({ customers: 60, products: 60, orders: 60 });
    caller = await initialise(service);
    ({ connectionId } = await link(service, caller, shopA));
    const { connectionToken } = await startHandshake(service, caller);
    const plugin = { system_slug: 'commerce_b', base_url: shopB.url, credentials: shopB.credentials, connection_token: connectionToken };
    expect((await service.ask('POST', '/api/system-connections/register', { body: plugin })).status).toBe(200);
    const ofCaller = 'system_connection_id in (select id from system_connections where tenant_id = $1)';
    const succeeded = `select from sync_runs where status = 'succeeded' and ${ofCaller}`;
    await until(async () => (await service.rows(succeeded, [caller.tenantId])).length === 6);
  });
  afterAll(async () => {
    // A webhook's task that finds no shop any more waits for it for minutes, and later tests wait for an idle service.
    await settled(service);
    await Promise.all([shopA.stop(), shopB.stop()]);
  });

  const feed = async (type: string) => {
    const read = async () => json<Feed>(await service.ask('GET', `/api/records/${type}?limit=1000`, { token: caller.token }));
    await until(async () => (await read()).data.length === 120);
    return read();
  };

  /** The description with unnamed members forbidden. */
  const strictly = (): ApiDocument =>
    JSON.parse(JSON.stringify(document), (_, value: unknown) => {
      const isClosed = typeof value === 'object' && value !== null && 'properties' in value && !('additionalProperties' in value);
      return isClosed ? { ...value, additionalProperties: false } : value;
    }) as ApiDocument;

  it.each([
    ['customers', 'CustomerPage'],
    ['orders', 'OrderPage'],
    ['products', 'ProductPage'],
  ])('exactly the members that %s of both platforms have in the records feed', async (type, schema) => {
    const page = await feed(type);
    const strict = strictly();
    const validate = new DocumentedSchemas(strict).validator(strict.components.schemas[schema] as Schema);
    validate(page);
    expect((validate.errors ?? []).slice(0, 5)).toEqual([]);
    expect(new Set(page.data.map(({ system }) => system))).toEqual(new Set(['commerce_a', 'commerce_b']));
  });

  it('every member of a record as required', async () => {
    for (const name of ['Customer', 'Order', 'Product', 'LineItem', 'Address', 'Consent', 'CustomAttribute']) {
      const { properties, required } = document.components.schemas[name] as { properties: object; required: string[] };
      expect({ name, required: [...required].sort() }).toEqual({ name, required: Object.keys(properties).sort() });
    }
    // Guards against an empty comparison of nested parts.
    const isThere = (member: unknown) => ![null, '[]'].includes(JSON.stringify(member ?? null));
    const [customers, orders] = [await feed('customers'), await feed('orders')];
    for (const member of ['newsletter_consent', 'address_billing', 'custom_attributes'])
      expect([member, customers.data.some((record) => isThere(record[member]))]).toEqual([member, true]);
    for (const member of ['line_items', 'address_shipping', 'total'])
      expect([member, orders.data.some((record) => isThere(record[member]))]).toEqual([member, true]);
  });

  describe('webhooks', () => {
    const body = () => JSON.stringify({ ...identityOf(shopA), id: 517, date_modified_gmt: '2026-01-05T12:00:00' });
    const signature = (text: string) => createHmac('sha256', shopA.credentials.webhook_secret).update(text).digest('base64');
    const operation = () => allOperationsOf(document).find(isForIngress)!;
    const send = (headers: [string, string][], text: string) =>
      exchangePatiently(ingress.url, { method: 'POST', path: operation().path.replace('{connection}', connectionId), headers, body: text });
    const headersNamed = () => operation().described.parameters?.filter((parameter) => parameter.in === 'header') ?? [];

    it('every header name that is accepted', async () => {
      const [signatures, topics, ids] = headersNamed().map(({ name, description }) => [name, ...(description?.match(/X-[\w-]+/g) ?? [])]);
      expect([signatures, topics, ids].map((names) => names?.length)).toEqual([3, 3, 3]);
      for (const [index, name] of signatures!.entries()) {
        const [topic, id, text] = [topics![index]!, ids![index]!, body().replace('517', `${517 + index}`)];
        const response = await send([[name, signature(text)], [topic, 'order.deleted'], [id, `delivery-${index}`]], text); // prettier-ignore
        expect(response).toMatchObject({ status: 200, text: '{"status":"accepted"}' });
      }
      const stored = 'select topic, delivery_id from tasks where body_hash is not null and system_connection_id = $1 order by delivery_id';
      const kept = await service.rows(stored, [connectionId]);
      expect(kept).toEqual([0, 1, 2].map((index) => ({ topic: 'order.deleted', delivery_id: `delivery-${index}` })));
    });

    it('every response as it is given', async () => {
      const { responses } = operation().described;
      const signed = (text: string, ...more: [string, string][]): Parameters<typeof send> => [
        [['X-Webhook-Signature', signature(text)], ...more],
        text,
      ];
      const given = [
        await send(...signed(body(), ['X-Webhook-Topic', 'order.deleted'])),
        await send([['Content-Type', 'application/x-www-form-urlencoded']], 'webhook_id=1'),
        await send([['X-Webhook-Signature', signature('something else')]], body()),
        await send(...signed('x'.repeat(1_048_577))),
        await send(...signed(body(), ['Content-Encoding', 'gzip'])),
        await send(...signed('no JSON')),
      ];
      expect(given.map(({ status }) => status)).toEqual([200, 200, 401, 413, 415, 422]);
      const schemas = new DocumentedSchemas(strictly());
      for (const response of given.filter(({ status }) => status === 200)) expect(schemas.faultsOf(operation(), response)).toEqual([]);
      for (const response of given.filter(({ status }) => status !== 200)) {
        const { type } = json<{ type: string }>(response);
        const examples = responses?.[response.status]?.content?.['application/problem+json']?.examples ?? {};
        expect({ type, examples: Object.keys(examples).map((kind) => `/problems/${kind}`) }).toEqual({ type, examples: [type] });
        expect(faultsOfProblem(response).filter((fault) => !fault.includes('WWW-Authenticate'))).toEqual([]);
      }
    });
  });
}
