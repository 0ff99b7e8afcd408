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

/** Producers fail fast, because what cannot be queued now is queued by the reconciler; workers wait for their Redis as long as it takes. */
const producer = { enableOfflineQueue: false, commandTimeout: 1_000, connectTimeout: 2_000, maxRetriesPerRequest: 0 };
const worker = { maxRetriesPerRequest: null };

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
  return createRedisBackend(name, { ...options, connection, ...failFast }, role);
};

/**
 * The clients of a queue or worker that have no connection now. Closing it says goodbye to a Redis that does not hear it, after
 * which such a client goes on connecting for ever and keeps its process alive: it has to be told again.
 */
export async function lostClients(backend: IQueueBackend): Promise<{ disconnect(): void }[]> {
  if (!(backend instanceof RedisQueueBackend)) return [];
  // One that was never ready is not waited for: the close itself ends it.
  const found = [backend.client, backend.blockingClient].map((client) => Promise.race([client?.catch(() => null), nextTurn()]));
  return (await Promise.all(found)).flatMap((client) => (client && client.status !== 'ready' ? [client] : []));
}

/** Postgres is needed anyway, so an app waits for it when it starts. Redis may come later. */
export function mustBeReadyAtStart({ redisUrl }: QueueLocation): boolean {
  return !redisUrl;
}
