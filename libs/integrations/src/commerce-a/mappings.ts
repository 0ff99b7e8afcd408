import type { RecordOf, SystemCapability } from '@sync/records';
import type { UnmappableRow } from '../mapping/platform-values';
import { mapCustomer } from './customer.mapping';
import { mapOrder } from './order.mapping';
import { mapProduct } from './product.mapping';

/** Maps a row of an export page or a webhook to a record. */
export const mappings: { [C in SystemCapability]: (row: unknown) => RecordOf[C] | UnmappableRow } = {
  customers: mapCustomer,
  orders: mapOrder,
  products: mapProduct,
};
