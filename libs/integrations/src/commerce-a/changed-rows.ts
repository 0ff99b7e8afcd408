import { asRow, sourceId } from '../mapping/platform-values';
import { utcMilliseconds } from '../mapping/utc-time';
import { reasonToLeaveOut } from './left-out';
import { exportInstant } from './modified-after';

/**
 * The ids of the customers in a short list that were modified after the instant; one that was never modified counts from its creation.
 * In doubt a customer counts as modified, since fetching a record again is harmless.
 */
export function changedCustomers(rows: readonly unknown[], modifiedAfter: string): string[] {
  const instant = exportInstant(modifiedAfter);
  return rows.flatMap((value) => {
    const row = asRow(value);
    if (row === null || reasonToLeaveOut('customers', row) !== null) return [];
    const modified = utcMilliseconds(row.date_modified_gmt) ?? utcMilliseconds(row.date_created_gmt);
    return modified === null || modified > instant ? (sourceId(row.id) ?? []) : [];
  });
}

/** The shop has sent customers as a whole although it was asked for a few fields of each. */
export function areWhole(rows: readonly unknown[]): boolean {
  return rows.some((row) => Object.hasOwn(asRow(row) ?? {}, 'email'));
}
