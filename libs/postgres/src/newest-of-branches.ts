/** A part of the rows of a table: those that have the same values in some columns. An index on the columns and the id gives them in order. */
export interface BranchScope {
  /** SQL of a query: each row is a branch, and has the columns. Appends the values that it needs to `parameters`. */
  each: (parameters: unknown[]) => string;
  /** In the order of the index. */
  columns: readonly string[];
  /** SQL, true for a row `candidate` that is listed. Default: all are. */
  isListed?: string;
}

/** Rows of a table that are listed together. */
export interface Branches extends Omit<BranchScope, 'each'> {
  table: string;
  each: string;
}

/** SQL, true for a row after the last one of the page before. `after`: a parameter such as `$1`; its value is null for the first page. */
export const keysetStart = (row: string, after: string): string =>
  `${row}.id < coalesce(${after}::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')`;

/**
 * SQL of the newest ids of all branches. Looks at the newest row of each branch first: only the branches that come first then can be on
 * the page. So the cost is one look-up per branch, and at most a page of each that comes first, however many rows a branch has.
 *
 * The planner would read the whole table by its ids for a branch that is empty, because it does not know which are. So the order begins
 * with the first column, which `any` keeps from looking constant: no index but that of the branches gives it.
 */
export function newestOfBranches(
  { table, each, columns, isListed = 'true' }: Branches,
  { after, limit }: { after: string; limit: string },
): string {
  const [first = 'id', ...others] = columns;
  const isIn = [
    `candidate.${first} = any(array[branch.${first}])`,
    ...others.map((column) => `candidate.${column} = branch.${column}`),
    keysetStart('candidate', after),
    isListed,
  ].join(' and ');
  const newest = (rows: string) => `
    cross join lateral (
      select candidate.id from ${table} candidate where ${isIn} order by candidate.${first} desc, candidate.id desc limit ${rows}
    ) newest`;
  return `
  with every_branch as materialized (${each}), first_branches as materialized (
    select branch.* from every_branch branch ${newest('1')} order by newest.id desc limit ${limit}
  )
  select newest.id from first_branches branch ${newest(limit)} order by newest.id desc limit ${limit}`;
}
