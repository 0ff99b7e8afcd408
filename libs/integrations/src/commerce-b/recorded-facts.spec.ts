import type { Integration } from '@sync/integration-contract';
import { IntegrationRegistry } from '../integration-registry';
import { exportOf } from '../testing/connections';
import { recordedRow, recordedRows, recording } from './testing/recorded';
import { connectionTo, resourceOf, TableShop } from './testing/table-shop';

let shop: TableShop;
let registry: IntegrationRegistry;
let integration: Integration;

beforeEach(async () => {
  shop = await TableShop.start();
  registry = new IntegrationRegistry({ storeHostAllowlist: ['127.0.0.1'] });
  integration = registry.forUnsaved('commerce_b');
});

afterEach(async () => {
  registry.close();
  await shop.stop();
});

/** Replays a recorded response for one resource. */
function replay(resource: string, name: string): void {
  shop.instead = ({ url }, response) => {
    if (resourceOf(url) !== resource) return false;
    shop.http.send(response, recording(name));
    return true;
  };
}

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
    shop.tables.orders = [{ ...recordedRow('orders-full-page-001', 19), id_address_invoice: '8', id_address_delivery: '999999' }];
    replay('addresses', 'addresses-some-missing');
    expect(await integration.requestBulkExport(connectionTo(shop.http), exportOf('orders'))).toMatchObject([
      { addressBilling: { city: 'München', country: 'DE', phone: '+49 170 20000', vatId: null }, addressShipping: null },
    ]);
  });

  it('the response is a bare list if no address exists', async () => {
    shop.tables.orders = [recordedRow('orders-full-page-001', 19)];
    replay('addresses', 'addresses-none');
    expect(await integration.requestBulkExport(connectionTo(shop.http), exportOf('orders'))).toMatchObject([
      { addressBilling: null, addressShipping: null },
    ]);
  });

  it('a key with some rights can read those resources', async () => {
    replay('orders', 'auth-partial-orders');
    expect(await integration.probeBulkExport(connectionTo(shop.http), exportOf('orders'))).toEqual({
      totalPages: 3,
      perPage: 50,
      list: expect.anything(),
    });
  });

  it('the webservice works during maintenance', async () => {
    expect(recording('variant-maintenance-orders').status).toBe(200);
    replay('orders', 'variant-maintenance-orders');
    expect(await integration.probeBulkExport(connectionTo(shop.http), exportOf('orders'))).toEqual({
      totalPages: 1,
      perPage: 50,
      list: expect.anything(),
    });
  });
});
