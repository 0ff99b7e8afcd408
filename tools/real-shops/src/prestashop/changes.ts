import type { HostChange } from '../plugin/plugin-host';
import type { Capability } from '../shop';

const customers = 'id_customer as id from ps_customer where deleted = 0';
const orders = 'id_order as id from ps_orders o';
const products = 'id_product as id from ps_product p where active = 1';

/** What owners change. `query` asks the shop's database, `change` happens in the shop. */
export function changesOf(query: (sql: string) => Promise<string>, change: (what: string, id: string) => Promise<void>): HostChange[] {
  const taken = new Set<string>();
  const take = async (type: Capability, from: string) => {
    const ids = (await query(`select ${from} order by 1`)).split('\n');
    const id = ids.find((each) => each !== '' && !taken.has(`${type} ${each}`));
    if (id === undefined) throw new Error(`No record of ${type} is left to change: raise the shop with more --records.`);
    taken.add(`${type} ${id}`);
    return id;
  };
  const one = (name: string, type: Capability, what: string, from: string) => ({
    name,
    make: async () => {
      const id = await take(type, from);
      await change(what, id);
      return { type, id };
    },
  });
  return [
    one('a customer', 'customers', 'customer', customers),
    one('an order gets another state', 'orders', 'state', orders),
    one('a credit slip', 'orders', 'slip', `${orders} where not exists (select 1 from ps_order_slip s where s.id_order = o.id_order)`),
    one('the address of an order', 'orders', 'address', orders),
    one('a product', 'products', 'product', products),
    one('a customer is deleted', 'customers', 'customer-gone', customers),
    one('an order is deleted', 'orders', 'order-gone', orders),
    one('a product is deleted', 'products', 'product-gone', products),
  ];
}
