import { Client, type ClientConfig } from 'pg';

/**
 * A connection that ends when a query on it is not answered within its `query_timeout`. pg alone only stops waiting: the query would go
 * on, and a pool whose user releases the connection without the error would give it to the next one in the middle of a transaction.
 * Ended, what else is asked on it fails at once, no pool takes it back, and Postgres rolls back what is not committed.
 */
class DeadlineClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const ask = this.query.bind(this) as (...parameters: unknown[]) => unknown;
    this.query = ((...parameters: unknown[]) => {
      const answer = ask(...parameters);
      if (answer instanceof Promise) answer.catch((error: Error) => this.endAfter(error));
      return answer;
    }) as Client['query'];
  }

  /** While a query is running, pg does not wait for the end of it. */
  private endAfter({ message }: Error): void {
    if (message === 'Query read timeout') void this.end();
  }
}

/**
 * Of a pool, what bounds its queries: Postgres while it lives, and a second later the connection, for a Postgres that hangs. Whoever
 * takes a connection of the pool for itself cannot give one back that is no good.
 */
export function queryBounds(queryTimeoutMs: number): { statement_timeout: number; query_timeout: number; Client: typeof Client } {
  return { statement_timeout: queryTimeoutMs - 1_000, query_timeout: queryTimeoutMs, Client: DeadlineClient };
}
