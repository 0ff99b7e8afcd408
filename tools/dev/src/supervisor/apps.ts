import { neededConnections } from '@sync/postgres';

/** The apps of the service, each in its own process. A new app needs one line here and one in the gateway's routes. */
export interface AppDescription {
  name: string;
  /** Environment variable of its port, read from the user and passed to the app. */
  portVariable: string;
  /** Relative to the workspace, or absolute. */
  script: string;
}

/** The integration tests name a folder of bundles that start faster. */
const bundles = process.env.APP_BUNDLES ?? 'dist/apps';

export const apps: readonly AppDescription[] = [
  { name: 'connection-api', portVariable: 'CONNECTION_API_PORT', script: `${bundles}/connection-api/main.mjs` },
  { name: 'admin-api', portVariable: 'ADMIN_API_PORT', script: `${bundles}/admin-api/main.mjs` },
  { name: 'webhook-ingress', portVariable: 'WEBHOOK_INGRESS_PORT', script: `${bundles}/webhook-ingress/main.mjs` },
  { name: 'export-worker', portVariable: 'EXPORT_WORKER_PORT', script: `${bundles}/export-worker/main.mjs` },
];

/** The processes to run, with several export workers, because one process uses one core. Only the first worker has a configurable port. */
export function processesOf(exportWorkers: number): AppDescription[] {
  return apps.flatMap((app) =>
    app.name === 'export-worker'
      ? Array.from({ length: exportWorkers }, (_, index) => (index === 0 ? app : another(app, index + 1)))
      : [app],
  );
}

/** The `max_connections` that they need. */
export function connectionsOf(exportWorkers: number, workerConcurrency: number, hasRedis: boolean): number {
  return neededConnections({ connectionApis: 1, adminApis: 1, ingresses: 1, workers: exportWorkers, workerConcurrency, hasRedis });
}

function another(app: AppDescription, number: number): AppDescription {
  return { ...app, name: `${app.name}-${number}` };
}

export const portVariables = apps.map(({ portVariable }) => portVariable);
