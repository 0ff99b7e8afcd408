import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  createPostgresBackend,
  createRedisBackend,
  RedisQueueBackend,
  type BackendFactory,
  type ConnectionOptions,
  type IQueueBackend,
  type PostgresConnectionOptions,
} from 'bullmq';

/** Where the queues are: on Redis when it is given, else in a schema of their own in the service's Postgres. */
export interface QueueLocation {
  databaseUrl: string;
  redisUrl?: string;
}

/** A worker that has nothing to do asks its Redis for the next job, and so long at most the answer may take. */
export const longestBlockSeconds = 5;

/**
 * Producers fail fast, because what cannot be queued now is queued by the reconciler; workers wait for their Redis as long as it takes.
 * A connection on which an answer is owed for longer than `socketTimeout` is given up and opened anew: it may be dead without anybody
 * knowing, which the system finds out after a quarter of an hour.
 */
const producer = {
  enableOfflineQueue: false,
  commandTimeout: 1_000,
  connectTimeout: 2_000,
  socketTimeout: 2_000,
  maxRetriesPerRequest: 0,
};
const worker = { maxRetriesPerRequest: null, socketTimeout: (longestBlockSeconds + 3) * 1_000 };

function redisConnection(url: string, options: typeof producer | typeof worker): ConnectionOptions {
  return { url, ...options, retryStrategy: (times: number) => Math.min(times * 100, 2_000) };
}

/** The queue may lose its last moments in a crash: the ledger knows better, so its commits need not wait for the disk. */
function postgresConnection(connectionString: string, isWorker: boolean): PostgresConnectionOptions {
  const max = isWorker ? 4 : 2;
  return {
    connectionString,
    schema: 'queues',
    migrate: true,
    options: '-c synchronous_commit=off',
    keepAlive: true,
    max,
    connectionTimeoutMillis: 10_000,
  };
}

/** The one place that decides whether queues are on Redis or on Postgres. */
export const queueBackend: BackendFactory<IQueueBackend, QueueLocation> = (name, { connection: location, ...options }, role = {}) => {
  const isWorker = role.withBlockingConnection ?? false;
  if (!location.redisUrl) {
    return createPostgresBackend(name, { ...options, connection: postgresConnection(location.databaseUrl, isWorker) }, role);
  }
  const connection = redisConnection(location.redisUrl, isWorker ? worker : producer);
  // The version check would make a producer that was born without its Redis useless for ever.
  const failFast = isWorker ? {} : { skipWaitingForReady: true, skipVersionCheck: true };
  const backend = createRedisBackend(name, { ...options, connection, ...failFast }, role);
  for (const opening of openingClients(backend)) void opening.then((client) => client && endWaitWithConnection(client));
  return backend;
};

/** ioredis goes on waiting for the answers that a connection owed when it ended, and in the end gives up the connection that came after it. */
function endWaitWithConnection(client: QueueClient): void {
  client.on('close', () => {
    clearTimeout(client.socketTimeoutTimer);
    client.socketTimeoutTimer = undefined;
  });
}

/** A connection of a queue or worker to Redis. */
interface QueueClient {
  readonly status: string;
  socketTimeoutTimer?: NodeJS.Timeout;
  on(event: 'close', listener: () => void): unknown;
  disconnect(): void;
}

/** None on Postgres. Those of a worker resolve when they are ready, to null when they were ended before. */
function openingClients(backend: IQueueBackend): Promise<QueueClient | null>[] {
  if (!(backend instanceof RedisQueueBackend)) return [];
  return [backend.client, backend.blockingClient].flatMap((client) => client?.catch(() => null) ?? []);
}

/** None on Postgres. One that was never ready is left out: closing its queue ends it. */
export async function clientsOf(backend: IQueueBackend): Promise<QueueClient[]> {
  const found = await Promise.all(openingClients(backend).map((client) => Promise.race([client, nextTurn(null)])));
  return found.flatMap((client) => client ?? []);
}

/** Postgres is needed anyway, so an app waits for it when it starts. Redis may come later. */
export function mustBeReadyAtStart({ redisUrl }: QueueLocation): boolean {
  return !redisUrl;
}
