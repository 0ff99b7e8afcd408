import type { RecordOf, SystemCapability } from '@sync/records';
import type { UnmappableRow } from '../mapping/platform-values';
import { mapCustomer } from './customer.mapping';
import { mapOrder } from './order.mapping';
import { mapProduct } from './product.mapping';

/** How a row of each kind becomes a record, wherever it comes from: a page of an export or a webhook. */
export const mappings: { [C in SystemCapability]: (row: unknown) => RecordOf[C] | UnmappableRow } = {
  customers: mapCustomer,
  orders: mapOrder,
  products: mapProduct,
};
