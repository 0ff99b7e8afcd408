import { control as controlledAt } from '../testing/control';
import { describedShop, type Json } from './testing/described-shop';

describe('demo shop B', () => {
  const { begin, get, shop } = describedShop();
  const control = (action: string, body?: unknown, headers?: Record<string, string>) => controlledAt(shop(), action, body, headers);
  const controlled = async (action: string, body?: unknown) => (await (await control(action, body)).json()) as Json;

  describe('is controlled from the same machine', () => {
    it('records, faults, counters, totals, rights, the webservice', async () => {
      await begin();
      expect(await controlled('totals')).toEqual({ customers: 70, products: 60, orders: 120 });
      const { id } = await controlled('add', { collection: 'orders', fields: { current_state: '14' } });
      expect(await controlled('record', { collection: 'orders', id })).toMatchObject({ id, current_state: '14' });
      expect(await controlled('change', { collection: 'addresses', id: 1, fields: { city: 'Ulm' } })).toEqual({ changed: true });
      expect(shop().record('addresses', 1).city).toBe('Ulm');
      expect(await controlled('remove', { collection: 'orders', id })).toEqual({ removed: true });
      expect((await controlled('ids', { collection: 'orders' })).ids).toHaveLength(120);
      await controlled('faults', { faults: [{ kind: 'status', status: 500, times: 1 }] });
      expect((await get('orders')).status).toBe(500);
      await controlled('rights', { rights: ['shops'] });
      expect((await get('orders')).status).toBe(401);
      await controlled('webservice', { on: false });
      expect((await get('shops')).status).toBe(503);
      expect((await controlled('counters')).requests).toBe(3);
    });

    it('refuses unknown controls, other collections and what a web page could send without asking', async () => {
      await begin();
      expect((await control('nothing')).status).toBe(404);
      expect((await control('add', { collection: 'shops' })).status).toBe(400);
      expect((await control('latency', { ms: 'x' })).status).toBe(400);
      expect((await control('rights', { rights: ['nothing'] })).status).toBe(400);
      expect((await control('totals', {}, { 'content-type': 'text/plain' })).status).toBe(415);
    });
  });
});
