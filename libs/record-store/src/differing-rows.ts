import type { SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import type { PageRow } from './page-rows';

/** A row of a page that may have to be written. */
export interface Candidate {
  row: PageRow;
  /** The content differs from what is stored, or nothing is, or it was marked deleted. False: only its links may be missing. */
  changed: boolean;
  /** Links that the stored order lacks. */
  missingProducts: string[];
  missingCustomer: boolean;
}

interface StoredAlready {
  source_id: string;
  missing_products: string[] | null;
  missing_customer: boolean;
}

const missingLinks: Record<SystemCapability, string> = {
  customers: '',
  products: '',
  orders: `, unlinked_product_source_ids as missing_products, customer_id is null and customer_source_id is not null as missing_customer`,
};

/**
 * The hash covers the source id, so that a hash among those of the page is the one of the same record.
 * Never as a named statement: a plan made while the table was small reads all of it later on.
 */
function question(capability: SystemCapability): string {
  return `
select source_id${missingLinks[capability]}
from ${capability}
where system_connection_id = $1 and source_id = any ($2) and content_hash = any ($3::uuid[]) and deleted_at is null`;
}

/** Asks which rows of a page are stored as they are: these need not be sent. */
export async function findCandidates(
  pool: Pool,
  connectionId: string,
  capability: SystemCapability,
  rows: PageRow[],
): Promise<Candidate[]> {
  const answer = await pool.query<StoredAlready>(question(capability), [
    connectionId,
    rows.map(({ sourceId }) => sourceId),
    rows.map(({ contentHash }) => contentHash),
  ]);
  const stored = new Map(answer.rows.map((row) => [row.source_id, row]));
  return rows.flatMap((row) => {
    const same = stored.get(row.sourceId);
    const candidate = {
      row,
      changed: !same,
      missingProducts: same?.missing_products ?? [],
      missingCustomer: same?.missing_customer ?? false,
    };
    return candidate.changed || candidate.missingCustomer || candidate.missingProducts.length > 0 ? [candidate] : [];
  });
}

/** Without asking: every row is taken as new. */
export function allCandidates(rows: PageRow[]): Candidate[] {
  return rows.map((row) => ({ row, changed: true, missingProducts: [], missingCustomer: false }));
}
