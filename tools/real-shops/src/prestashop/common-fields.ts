import type { ExpectedRecord } from '../comparison/compare-records';
import { shopTime } from './shop-time';
import type { Row } from './tables';

const driver = 'commerce_b';

/** What every record has. The two dates stand in for each other. */
export function common(row: Row, id: string, attributes: Record<string, unknown>): ExpectedRecord {
  const [added, changed] = [shopTime(row.date_add ?? null), shopTime(row.date_upd ?? null)];
  const [created, updated] = [added ?? changed, changed ?? added];
  return {
    source_id: String(row[id]),
    system: driver,
    created_at: created,
    created_at_utc: created,
    updated_at: updated,
    updated_at_utc: updated,
    custom_attributes: Object.entries(attributes).map(([name, value]) => ({ key: `${driver}.${name}`, value })),
  };
}
