/** TypeORM's DataSource (each statement in its own transaction) or EntityManager. */
export interface SqlRunner {
  query<T>(sql: string, parameters?: unknown[]): Promise<T>;
}

/** Runs a statement and gives its rows, through whichever pool an app has. */
export type QueryRows = (sql: string, parameters?: unknown[]) => Promise<unknown[]>;

/**
 * A condition on a row, as SQL. `row` is the row's alias in the query. The condition appends the values that it needs to `parameters`
 * and refers to them by their place ($1 is the first).
 */
export type SqlCondition = (row: string, parameters: unknown[]) => string;
