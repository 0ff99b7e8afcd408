/** Runs SQL in the caller's transaction: an EntityManager, or a client of pg. */
export interface SqlRunner {
  query(sql: string, parameters?: unknown[]): Promise<unknown>;
}
