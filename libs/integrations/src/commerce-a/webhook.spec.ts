import { CircuitOpenException, UnusableWebhookException, type RecordChange, type WebhookPayload } from '@sync/integration-contract';
import { platforms } from '@sync/platforms';
import type { SystemCapability } from '@sync/records';
import { refuses } from '../breaker/testing/breaker-calls';
import { IntegrationRegistry } from '../integration-registry';
import { parseJson } from '../store-http/parse-json';
import { connectionTo, failureOf } from '../testing/connections';
import { recordedWebhook } from '../testing/recorded-webhook';
import { recordedRows } from '../testing/replaying-shop';
import { mappings } from './mappings';
import { changeOf } from './webhook';

const payload = (topic: string | null, body: unknown): WebhookPayload => ({ topic, body, receivedAt: '2026-11-21T01:33:00.000Z' });
const kinds: [string, SystemCapability, string][] = [
  ['customer', 'customers', 'customers-page-001'],
  ['order', 'orders', 'orders-page-001'],
  ['product', 'products', 'products-page-001'],
];
const refused = (webhook: WebhookPayload): UnusableWebhookException => {
  try {
    changeOf(webhook);
  } catch (error) {
    expect(error).toBeInstanceOf(UnusableWebhookException);
    return error as UnusableWebhookException;
  }
  throw new Error('expected it to be refused');
};

describe.each(kinds)('%s', (resource, capability, page) => {
  const [row] = recordedRows(page);

  it.each([
    ['created', 'upsert'],
    ['updated', 'upsert'],
    ['restored', 'restore'],
  ])('%s holds the record, mapped like an export', (event, kind) => {
    expect(changeOf(payload(`${resource}.${event}`, row))).toEqual({ kind, capability, record: mappings[capability](row) });
  });

  it('deleted holds only the id', () => {
    expect(changeOf(payload(`${resource}.deleted`, { id: 517 }))).toEqual({ kind: 'delete', capability, sourceId: '517' });
  });

  it('deleted with more than the id is confirmed at the shop', () => {
    for (const body of [row, { id: 517, status: 'trash' }])
      expect(changeOf(payload(`${resource}.deleted`, body))).toEqual({ kind: 'refetch', capability, sourceIds: [String(body?.id)] });
  });

  it.each([null, [], 'x', 1, true, {}, { id: null }, { id: '' }, { id: {} }, [{ id: 5 }]])('rejects the body %j', (body) => {
    for (const event of ['created', 'updated', 'restored', 'deleted']) refused(payload(`${resource}.${event}`, body));
  });

  it('accepts a bare id as a deletion only', () => {
    expect(changeOf(payload(`${resource}.deleted`, { id: 5 }))).toMatchObject({ sourceId: '5' });
    expect(refused(payload(`${resource}.updated`, { id: 5 })).message).toMatch(/^The webhook holds no record: the .+\.$/);
  });

  it('keeps ids beyond 2^53', () => {
    const body = parseJson(Buffer.from(JSON.stringify({ ...row, id: 'ID' }).replace('"ID"', '9007199254740993')));
    expect(changeOf(payload(`${resource}.updated`, body))).toMatchObject({ record: { sourceId: '9007199254740993' } });
    const deleted = parseJson(Buffer.from('{"id":9007199254740993}'));
    expect(changeOf(payload(`${resource}.deleted`, deleted))).toMatchObject({ sourceId: '9007199254740993' });
  });
});

describe('recorded webhooks', () => {
  it.each([
    [
      '016-customer-updated',
      { kind: 'upsert', capability: 'customers', record: { sourceId: '144', firstName: 'Zoë', modifiedAt: '2026-11-21T01:32:38Z' } },
    ],
    [
      '019-product-updated',
      { kind: 'upsert', capability: 'products', record: { sourceId: '514', name: 'Webhook Tee 😀 "groß"', price: 1499 } },
    ],
    ['020-order-created', { kind: 'upsert', capability: 'orders', record: { sourceId: '515', total: 3581, customerSourceId: '144' } }],
    [
      '021-order-updated',
      { kind: 'upsert', capability: 'orders', record: { sourceId: '515', lineItems: [{ productSourceId: '514', quantity: 2 }] } },
    ],
    ['033-order-deleted', { kind: 'delete', capability: 'orders', sourceId: '517' }],
  ])('%s', (name, change) => {
    expect(changeOf(recordedWebhook(name))).toMatchObject(change);
  });

  it.each([
    ['customer.updated', 'wc_user_invalid_id'],
    ['customer.created', 'woocommerce_rest_invalid_id'],
    ['order.updated', 'woocommerce_rest_shop_order_invalid_id'],
    ['product.updated', 'woocommerce_rest_product_invalid_id'],
  ])('%s with the error %s is about a record that was gone: there is nothing to do', (topic, code) => {
    expect(changeOf(payload(topic, { code, message: 'Invalid ID.', data: { status: 404 } }))).toBeNull();
  });

  it('any other error of the REST API instead of a record is reported as such', () => {
    const body = { code: 'woocommerce_rest_invalid_shop_order_id', message: 'Invalid ID.', data: { status: 404 } };
    expect(refused(payload('order.updated', body)).message).toBe(
      'The shop sent an error instead of the record. Its webhook may be set to an old version of the REST API.',
    );
  });
});

describe('the topic', () => {
  it.each(platforms.commerceA.webhooks.topics)('%s, which the descriptor names, is known', (topic) => {
    const [, , page = ''] = kinds.find(([resource]) => topic.startsWith(resource)) ?? [];
    expect(changeOf(payload(topic, recordedRows(page)[0]))).not.toBeNull();
  });

  it.each([
    'coupon.created',
    'coupon.deleted',
    'action.woocommerce_payment_complete',
    'order.published',
    'order',
    '',
    'order.updated.more',
    '.',
    'x',
  ])('"%s" is not stored', (topic) => {
    expect(changeOf(payload(topic, { id: 5, action: 'x', arg: 515 }))).toBeNull();
  });

  it('is required', () => {
    expect(refused(payload(null, { id: 5 })).message).toMatch(/topic header is missing/);
  });

  it.each([' order.deleted ', 'Order.Deleted'])('"%s" is trimmed and case-insensitive', (topic) => {
    expect(changeOf(payload(topic, { id: 5 }))).toMatchObject({ kind: 'delete', capability: 'orders' });
  });
});

describe('handleWebhook', () => {
  const registry = new IntegrationRegistry();
  const integration = registry.byDriver('commerce_a');
  const connection = connectionTo('https://shop.example');
  const handle = async (webhook: WebhookPayload): Promise<RecordChange[]> => {
    const changes: RecordChange[] = [];
    await integration.handleWebhook(connection, webhook, async (change) => void changes.push(change));
    return changes;
  };
  afterAll(() => registry.close());

  it('reports one change, or none for another topic', async () => {
    expect(await handle(recordedWebhook('020-order-created'))).toMatchObject([{ capability: 'orders' }]);
    expect(await handle(payload('coupon.created', { id: 5 }))).toEqual([]);
  });

  it('20 unusable webhooks stop neither good ones nor exports', async () => {
    for (let time = 0; time < 20; time += 1) {
      const error = await failureOf(handle(payload('order.updated', null)));
      expect(error).toBeInstanceOf(UnusableWebhookException);
      expect(error).not.toBeInstanceOf(CircuitOpenException);
    }
    expect(await refuses(registry.breakers, connection.id)).toBe(false);
    expect(await handle(payload('order.deleted', { id: 5 }))).toHaveLength(1);
  });

  it('takes the last of duplicate JSON keys', async () => {
    expect(await handle(payload('order.deleted', parseJson(Buffer.from('{"id":1,"id":2}'))))).toMatchObject([{ sourceId: '2' }]);
  });

  it('is safe from prototype pollution', async () => {
    const body = parseJson(Buffer.from('{"__proto__":{"id":5},"constructor":{"prototype":{"polluted":true}}}'));
    expect(await failureOf(handle(payload('order.deleted', body)))).toBeInstanceOf(UnusableWebhookException);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
