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
  { name: 'export-worker', portVariable: 'EXPORT_WORKER_PORT', script: 'dist/apps/export-worker/main.mjs' },
];

export const portVariables = apps.map(({ portVariable }) => portVariable);
