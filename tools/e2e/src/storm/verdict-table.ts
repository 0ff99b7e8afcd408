import { alignedTable, type Column } from '@sync/embedded-services';
import type { TenantVerdict } from './tenant-verdict';

const columns: readonly Column<TenantVerdict>[] = [
  ['tenant', ({ tenant }) => tenant],
  ['role', ({ role }) => role],
  ['webhooks accepted', ({ accepted }) => String(accepted)],
  ['took effect', ({ effected }) => (effected === null ? '' : String(effected))],
  ['runs', ({ runs }) => String(runs)],
  ['succeeded', ({ succeeded }) => String(succeeded)],
  ['records', ({ records }) => String(records)],
  ['read from the feed', ({ read }) => String(read)],
  ['exported beside attackers', ({ isServed }) => (isServed === null ? '' : isServed ? 'yes' : 'NO')],
  ['verdict', ({ wrongs }) => (wrongs.length === 0 ? 'right' : `WRONG (${wrongs.length})`)],
];

/** A line for each tenant, below a line of headings. */
export const tableOf = (verdicts: readonly TenantVerdict[]): string[] => alignedTable(columns, verdicts);
