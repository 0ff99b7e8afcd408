import type { SystemCapability } from '@sync/records';
import { recordedRows } from '../testing/replaying-shop';
import { replayingScene } from './testing/replaying-scene';
import { changeOf } from './webhook';

const scene = replayingScene();
const changed = (topic: string, body: unknown) => changeOf({ topic, body, receivedAt: '2026-11-21T01:33:00.000Z' });
const [customer, order, product] = ['customers', 'orders', 'products'].map((name) => recordedRows(`${name}-page-001`)[0] ?? {});
const refetch = { kind: 'refetch', capability: 'products', sourceIds: ['88'] };

describe('an export and a webhook bring the same rows', () => {
  it.each<[string, SystemCapability, object, unknown]>([
    ['a variation, whose parent is read again', 'products', { ...product, type: 'variation', parent_id: 88 }, refetch],
    ['a variation without parent', 'products', { ...product, type: 'variation', parent_id: 0 }, null],
    ['a product that was never saved', 'products', { ...product, status: 'auto-draft' }, null],
    ['a draft of the checkout', 'orders', { ...order, status: 'checkout-draft' }, null],
    ['staff', 'customers', { ...customer, role: 'shop_manager' }, null],
  ])('not %s', async (_name, capability, row, expected) => {
    for (const event of ['created', 'updated', 'restored']) expect(changed(`${capability.slice(0, -1)}.${event}`, row)).toEqual(expected);
    scene.shop.respondWithRows([row]);
    const reason = expect.any(String) as string;
    expect(await scene.range(capability, [1, 1])).toMatchObject([{ rows: 1, records: [], skipped: [{ reason }] }]);
  });

  it.each<[SystemCapability, string]>([
    ['customers', 'customers-page-001'],
    ['orders', 'orders-page-001'],
    ['products', 'products-page-001'],
  ])('each of the recorded %s', async (capability, name) => {
    const rows = recordedRows(name);
    scene.shop.respondWithRows(rows);
    const [batch] = await scene.range(capability, [1, 1]);
    const brought = rows.map((row) => changed(`${capability.slice(0, -1)}.updated`, row));
    expect(brought).toEqual(batch?.records.map((record) => ({ kind: 'upsert', capability, record })));
    expect(batch?.skipped).toEqual([]);
  });

  it.each(['orders', 'products'] as const)('a record of the %s in the trash is deleted, whatever the webhook says of it', (capability) => {
    const row = { ...(capability === 'orders' ? order : product), id: 514, status: 'trash' };
    expect(changed(`${capability.slice(0, -1)}.updated`, row)).toEqual({ kind: 'delete', capability, sourceId: '514' });
  });
});
