import type { RecordOf, SystemCapability } from '@sync/records';
import { asRow, sourceId, UnmappableRow } from '../mapping/platform-values';
import { mapCustomer } from './customer.mapping';
import { reasonToLeaveOut } from './left-out';
import { mapOrder } from './order.mapping';
import { mapProduct } from './product.mapping';

/** Maps a row of an export page or a webhook to a record. */
export const mappings: { [C in SystemCapability]: (row: unknown) => RecordOf[C] | UnmappableRow } = {
  customers: mapCustomer,
  orders: mapOrder,
  products: mapProduct,
};

/** A row of an export: also left out is what is no record of its kind. */
export function mapListed<C extends SystemCapability>(capability: C, value: unknown): RecordOf[C] | UnmappableRow {
  const row = asRow(value);
  const reason = row && reasonToLeaveOut(capability, row);
  return reason ? new UnmappableRow(sourceId(row.id), reason) : mappings[capability](value);
}
