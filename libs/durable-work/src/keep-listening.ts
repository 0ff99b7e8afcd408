import type { PostgresConnection } from 'bullmq';

const checkEveryMs = 5_000;
const checkTimeoutMs = 3_000;

/** What BullMQ's types leave out of a client of pg. */
interface ListenClient {
  query(query: { text: string; query_timeout: number }): Promise<unknown>;
  connection: { stream: { destroy(error: Error): void } };
}

/**
 * Replaces a worker's LISTEN connection when it goes silent: only listening, it sends no query that could time out. A worker that waits
 * only misses notifications, and polls; one that has just begun to listen would wait for its LISTEN again and again. BullMQ opens
 * another connection once this one fails.
 */
export function keepListening(connection: PostgresConnection): void {
  const timer = setInterval(() => void check(connection), checkEveryMs).unref();
  connection.once('close', () => clearInterval(timer));
}

async function check(connection: PostgresConnection): Promise<void> {
  if (connection.isClosing) return;
  // A connection that cannot be opened is BullMQ's to report.
  const client = (await connection.getListenClient().catch(() => null)) as unknown as ListenClient | null;
  const checked = client?.query({ text: 'select 1', query_timeout: checkTimeoutMs });
  await checked?.catch(() => client?.connection.stream.destroy(new Error('The LISTEN connection is silent')));
}
