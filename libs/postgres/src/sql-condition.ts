/**
 * A condition on a row, as SQL. `row` is the row's alias in the query. The condition appends the values that it needs to `parameters`
 * and refers to them by their place ($1 is the first).
 */
export type SqlCondition = (row: string, parameters: unknown[]) => string;
