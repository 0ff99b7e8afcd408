import { setImmediate as nextTurn } from 'node:timers/promises';
import { queryBounds, tcpKeepAlive } from '@sync/postgres';
import {
  type BackendFactory,
  type ConnectionOptions,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  type PostgresConnection,
  type PostgresConnectionOptions,
  PostgresQueueBackend,
  RedisQueueBackend,
} from 'bullmq';
import { redisOutage } from './redis-outage';

/** The queues live on Redis when it is given, else in their own schema in the service's Postgres. */
export interface QueueLocation {
  /** Of Postgres itself: queues listen for notifications, which no pooler passes on. */
  databaseUrl: string;
  redisUrl?: string;
}

/** An idle worker's blocking request for the next job takes at most this long. */
export const maxBlockSeconds = 5;

/**
 * Producers fail fast, because idle workers poll as well; workers wait for their Redis as long as it takes. A connection
 * without a response for `socketTimeout` is reopened: it may be dead, which the operating system notices only after 15 minutes.
 */
const producer = {
  enableOfflineQueue: false,
  commandTimeout: 1_000,
  connectTimeout: 2_000,
  socketTimeout: 2_000,
  maxRetriesPerRequest: 0,
};
const worker = { maxRetriesPerRequest: null, socketTimeout: (maxBlockSeconds + 3) * 1_000 };

/** After a failover an open connection may still lead to the old primary, which is a replica now. */
const isDemoted = ({ message }: Error): boolean => message.startsWith('READONLY');

function redisConnection(url: string, options: typeof producer | typeof worker): ConnectionOptions {
  return {
    url,
    ...options,
    keepAlive: tcpKeepAlive.keepAliveInitialDelayMillis,
    retryStrategy: (times: number) => Math.min(times * 100, 2_000),
    reconnectOnError: isDemoted,
  };
}

/** Where BullMQ's tables are. */
export function queueSchema(connectionString: string) {
  return { connectionString, schema: 'queues' };
}

/** A crash may lose a ring: idle workers poll as well, so commits need not wait for the disk. */
function postgresConnection(databaseUrl: string, isWorker: boolean): PostgresConnectionOptions {
  const bounds = queryBounds(8_000, { settings: { synchronous_commit: 'off' } });
  return { ...queueSchema(databaseUrl), ...bounds, max: isWorker ? 4 : 2, connectionTimeoutMillis: 5_000 };
}

/** Decides whether queues are on Redis or on Postgres. */
export const queueBackend: BackendFactory<IQueueBackend, QueueLocation> = (name, { connection: location, ...options }, role = {}) => {
  const isWorker = role.withBlockingConnection ?? false;
  if (!location.redisUrl) {
    const backend = createPostgresBackend(name, { ...options, connection: postgresConnection(location.databaseUrl, isWorker) }, role);
    if (isWorker && backend instanceof PostgresQueueBackend) keepListening(backend.connection);
    return backend;
  }
  const connection = redisConnection(location.redisUrl, isWorker ? worker : producer);
  // A producer whose version check failed at the start would never recover.
  const failFast = isWorker ? {} : { skipWaitingForReady: true, skipVersionCheck: true };
  const backend = createRedisBackend(name, { ...options, connection, ...failFast }, role);
  for (const opening of openingClients(backend)) {
    void opening.then((client) => {
      if (!client) return;
      stopTimerWithConnection(client);
      if (client.status === 'ready') redisOutage.end();
      client.on('ready', () => redisOutage.end());
    });
  }
  return backend;
};

/** After a connection ends, ioredis keeps its socket timer running, which would later close the next connection. */
function stopTimerWithConnection(client: QueueClient): void {
  client.on('close', () => {
    clearTimeout(client.socketTimeoutTimer);
    client.socketTimeoutTimer = undefined;
  });
}

/** A connection of a queue or worker to Redis. */
interface QueueClient {
  readonly status: string;
  socketTimeoutTimer?: NodeJS.Timeout;
  on(event: 'close' | 'ready', listener: () => void): unknown;
  disconnect(): void;
}

/** None on Postgres. A worker's clients resolve when they are ready, or to null when they ended before. */
function openingClients(backend: IQueueBackend): Promise<QueueClient | null>[] {
  if (!(backend instanceof RedisQueueBackend)) return [];
  return [backend.client, backend.blockingClient].flatMap((client) => client?.catch(() => null) ?? []);
}

/** None on Postgres. Leaves out clients that were never ready: closing their queue ends them. */
export async function clientsOf(backend: IQueueBackend): Promise<QueueClient[]> {
  const found = await Promise.all(openingClients(backend).map((client) => Promise.race([client, nextTurn(null)])));
  return found.flatMap((client) => client ?? []);
}

/** An app needs Postgres anyway, so it waits for it when it starts. Redis may come later. */
export function mustBeReadyAtStart({ redisUrl }: QueueLocation): boolean {
  return !redisUrl;
}

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
function keepListening(connection: PostgresConnection): void {
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
