/** Rows of a table that are listed together, in branches that each have an index. */
export interface Branches {
  table: string;
  /** SQL of a query: each row is a branch. */
  each: string;
  /** SQL, true for a row `candidate` of the table that is in `branch` and wanted. An index on the branch and the id answers it. */
  isIn: string;
}

/** The branches of a list of some viewer. */
export interface BranchScope {
  /** As in `Branches`. Appends the values that it needs to `parameters`. */
  each: (parameters: unknown[]) => string;
  /** SQL, true for a row `candidate` that is in `branch`. */
  isIn: string;
}

/** SQL, true for a row after the last one of the page before. `after`: a parameter such as `$1`; its value is null for the first page. */
export const keysetStart = (row: string, after: string): string =>
  `${row}.id < coalesce(${after}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`;

/**
 * SQL of the newest ids of all branches. Looks at the newest row of each branch first: only the branches that come first then can be on
 * the page, and a full set of them leaves out every older row. So the cost is one look-up per branch and the page, however many rows a
 * branch has.
 */
export function newestOfBranches({ table, each, isIn }: Branches, { after, limit }: { after: string; limit: string }): string {
  const newest = (rows: string, isRecent = 'true') => `
    cross join lateral (
      select candidate.id from ${table} candidate where ${isIn} and ${keysetStart('candidate', after)} and ${isRecent}
      order by candidate.id desc limit ${rows}
    ) newest`;
  const fromOldest = `candidate.id >= coalesce((select oldest.id from oldest), '00000000-0000-0000-0000-000000000000')`;
  return `
  with every_branch as materialized (${each}), first_branches as materialized (
    select branch.*, newest.id as newest_id from every_branch branch ${newest('1')} order by newest.id desc limit ${limit}
  ), oldest as materialized (
    select newest_id as id from first_branches where (select count(*) from first_branches) = ${limit}::bigint order by newest_id limit 1
  )
  select newest.id from first_branches branch ${newest(limit, fromOldest)} order by newest.id desc limit ${limit}`;
}
