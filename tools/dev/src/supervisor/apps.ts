/** The apps of the service, each a process of its own. A later app is one line here and one in the gateway's routes. */
export interface AppDescription {
  name: string;
  /** Variable that fixes its port and tells it the port that it got. */
  portVariable: string;
  /** Relative to the workspace. */
  script: string;
}

export const apps: readonly AppDescription[] = [
  { name: 'connection-api', portVariable: 'CONNECTION_API_PORT', script: 'dist/apps/connection-api/main.mjs' },
  { name: 'webhook-ingress', portVariable: 'WEBHOOK_INGRESS_PORT', script: 'dist/apps/webhook-ingress/main.mjs' },
  { name: 'export-worker', portVariable: 'EXPORT_WORKER_PORT', script: 'dist/apps/export-worker/main.mjs' },
];

/** What runs: the export-worker as often as asked for, since one process keeps one core busy. Only the first of them has a port that can be fixed. */
export function processesOf(exportWorkers: number): AppDescription[] {
  return apps.flatMap((app) =>
    app.name === 'export-worker'
      ? Array.from({ length: exportWorkers }, (_, index) => (index === 0 ? app : another(app, index + 1)))
      : [app],
  );
}

function another(app: AppDescription, number: number): AppDescription {
  return { ...app, name: `${app.name}-${number}` };
}

export const portVariables = apps.map(({ portVariable }) => portVariable);
