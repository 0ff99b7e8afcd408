/** The largest number of connections in each pool of an app: docs/operations/scaling.md. */
export const poolSizes = {
  /** One listens for changes, as in a worker. */
  connectionApi: { requests: 10, tokens: 5, reads: 10, listens: 1 },
  adminApi: { requests: 10, reads: 5 },
  ingress: { webhooks: 6 },
  worker: (concurrency: number) => ({ tasks: concurrency + 4, records: Math.max(2, Math.ceil(concurrency / 2)), upkeep: 3, listens: 1 }),
  /** Without Redis: of all queues of an app, and of each worker of a queue. */
  queues: { senders: 12, ofWorker: 5 },
} as const;

/** Connections for commands, backups, monitoring and operators. */
const spare = 20;

const queuesOfWorker = 6;

export interface AppsOfDatabase {
  connectionApis: number;
  adminApis: number;
  ingresses: number;
  workers: number;
  workerConcurrency: number;
  hasRedis: boolean;
}

/** The `max_connections` that these apps need. */
export function neededConnections({ connectionApis, adminApis, ingresses, workers, workerConcurrency, hasRedis }: AppsOfDatabase): number {
  const { connectionApi, adminApi } = poolSizes;
  const { tasks, records: pages, upkeep, listens } = poolSizes.worker(workerConcurrency);
  const { senders, ofWorker } = poolSizes.queues;
  const apps = connectionApis + adminApis + ingresses + workers;
  const own =
    connectionApis * (connectionApi.requests + connectionApi.tokens + connectionApi.reads + connectionApi.listens) +
    adminApis * (adminApi.requests + adminApi.reads) +
    ingresses * poolSizes.ingress.webhooks +
    workers * (tasks + pages + upkeep + listens);
  return own + (hasRedis ? 0 : apps * senders + workers * queuesOfWorker * ofWorker) + spare;
}
