import { Client, type ClientConfig } from 'pg';

/**
 * Ends the connection when a query exceeds its `query_timeout`. pg alone only stops waiting: the query would go on, and a pool might
 * hand out the connection in the middle of a transaction. On an ended connection every query fails, no pool reuses it, and Postgres
 * rolls back.
 */
class DeadlineClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    this.query = ((...parameters: unknown[]) => {
      const result = query(...parameters);
      if (result instanceof Promise) result.catch((error: Error) => this.endAfter(error));
      return result;
    }) as Client['query'];
  }

  /** pg ends a connection at once, even while a query runs. */
  private endAfter({ message }: Error): void {
    if (message === 'Query read timeout') void this.end();
  }
}

/** Pool options that bound every query: Postgres ends the statement, and for a Postgres that hangs the client ends the connection a second later. */
export function queryBounds(queryTimeoutMs: number): { statement_timeout: number; query_timeout: number; Client: typeof Client } {
  return { statement_timeout: queryTimeoutMs - 1_000, query_timeout: queryTimeoutMs, Client: DeadlineClient };
}
