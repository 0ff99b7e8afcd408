import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import type { PageRow } from './page-rows';

/** A row of a page that may have to be written. */
export interface DifferingRow {
  row: PageRow;
  /** The record is new, its content differs, or it was marked deleted. False: only links may be missing. */
  changed: boolean;
  /** Links that the stored order lacks. */
  missingProducts: string[];
  missingCustomer: boolean;
}

interface StoredRow {
  source_id: string;
  missing_products: string[] | null;
  missing_customer: boolean;
}

const missingLinks: Record<SystemCapability, string> = {
  customers: '',
  products: '',
  orders: `, unlinked_product_source_ids as missing_products, customer_id is null and customer_source_id is not null as missing_customer`,
};

/** The hash covers the source id, so a match within the page is a match of the same record. */
function selectUnchanged(capability: SystemCapability): string {
  return `
select source_id${missingLinks[capability]}
from ${capability}
where shop_id = $1 and source_id = any ($2) and content_hash = any ($3::uuid[]) and deleted_at is null`;
}

/** Leaves out rows that are stored with the same content and no missing link, so that they are not sent. */
export async function findDiffering(pool: Pool, shopId: string, capability: SystemCapability, rows: PageRow[]): Promise<DifferingRow[]> {
  const values = [shopId, rows.map(({ sourceId }) => sourceId), rows.map(({ contentHash }) => contentHash)];
  const result = await pool.query<StoredRow>({ name: `unchanged ${capability}`, text: selectUnchanged(capability), values });
  const stored = new Map(result.rows.map((row) => [row.source_id, row]));
  return rows.flatMap((row) => {
    const same = stored.get(row.sourceId);
    const differing = {
      row,
      changed: !same,
      missingProducts: same?.missing_products ?? [],
      missingCustomer: same?.missing_customer ?? false,
    };
    return differing.changed || differing.missingCustomer || differing.missingProducts.length > 0 ? [differing] : [];
  });
}

/** Treats every row as new, without a query. */
export function allDiffering(rows: PageRow[]): DifferingRow[] {
  return rows.map((row) => ({ row, changed: true, missingProducts: [], missingCustomer: false }));
}
