import { Client, type ClientConfig } from 'pg';

/**
 * A connection that closes when a query exceeds its `query_timeout`. pg alone only stops waiting: the query keeps running, and a pool
 * whose user releases the connection without the error would hand it out again in the middle of a transaction. Once closed, further
 * queries on it fail at once, no pool takes it back, and Postgres rolls back whatever is uncommitted.
 */
class DeadlineClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const runQuery = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    this.query = ((...parameters: unknown[]) => {
      const result = runQuery(...parameters);
      if (result instanceof Promise) result.catch((error: Error) => this.closeAfterTimeout(error));
      return result;
    }) as Client['query'];
  }

  /** pg does not wait for the end of a query that is still running. */
  private closeAfterTimeout({ message }: Error): void {
    if (message === 'Query read timeout') void this.end();
  }
}

/**
 * Pool options that bound every query. A live Postgres ends the statement itself; one second later the client closes the connection, in
 * case Postgres hangs.
 */
export function queryBounds(queryTimeoutMs: number): { statement_timeout: number; query_timeout: number; Client: typeof Client } {
  return { statement_timeout: queryTimeoutMs - 1_000, query_timeout: queryTimeoutMs, Client: DeadlineClient };
}
