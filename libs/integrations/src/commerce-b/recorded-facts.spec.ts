import { exportOf } from '../testing/connections';
import { recordedRow, recordedRows, recording } from './testing/recorded';
import { tableScene } from './testing/table-scene';

const scene = tableScene();

describe('recorded responses confirm that', () => {
  it('a list without display holds only ids within the limit', () => {
    expect(recordedRows('products-limit-without-display')).toEqual([{ id: 20 }, { id: 26 }, { id: 32 }]);
  });

  it('ids are numbers and other fields are text', () => {
    for (const name of ['customers-full-page-001', 'orders-full-page-001', 'addresses-1-2-3']) {
      for (const { id, associations: _associations, ...fields } of recordedRows(name)) {
        expect(typeof id).toBe('number');
        expect(Object.values(fields).every((value) => typeof value === 'string' || value === null)).toBe(true);
      }
    }
  });

  it('products are unordered without sort', () => {
    const ids = recordedRows('products-ids').map(({ id }) => Number(id));
    expect(ids).not.toEqual([...ids].sort((first, second) => first - second));
  });

  it('a comma in a filter means a range', () => {
    expect(recording('bad-param-id-filter-comma').request.url).toContain('filter[id]=[8,10]');
    expect(recordedRows('bad-param-id-filter-comma')).toEqual([{ id: 8 }, { id: 9 }, { id: 10 }]);
  });

  it('missing addresses are omitted from the response', async () => {
    scene.shop.tables.orders = [{ ...recordedRow('orders-full-page-001', 19), id_address_invoice: '8', id_address_delivery: '999999' }];
    scene.shop.replay('addresses-some-missing', 'addresses');
    expect(await scene.integration.requestBulkExport(scene.connection, exportOf('orders'))).toMatchObject([
      { addressBilling: { city: 'München', country: 'DE', phone: '+49 170 20000', vatId: null }, addressShipping: null },
    ]);
  });

  it('the response is a bare list if no address exists', async () => {
    scene.shop.tables.orders = [recordedRow('orders-full-page-001', 19)];
    scene.shop.replay('addresses-none', 'addresses');
    expect(await scene.integration.requestBulkExport(scene.connection, exportOf('orders'))).toMatchObject([
      { addressBilling: null, addressShipping: null },
    ]);
  });

  it('a key with some rights can read those resources', async () => {
    scene.shop.replay('auth-partial-orders', 'orders');
    expect(await scene.probe('orders')).toMatchObject({ totalPages: 3 });
  });

  it('the webservice works during maintenance', async () => {
    expect(recording('variant-maintenance-orders').status).toBe(200);
    scene.shop.replay('variant-maintenance-orders', 'orders');
    expect(await scene.probe('orders')).toMatchObject({ totalPages: 1 });
  });
});
