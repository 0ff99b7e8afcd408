import { freePort } from '@sync/embedded-services';
import { CannotStart } from './cannot-start';

/** The apps of the service, each in its own process. A new app needs one line here and one in the gateway's routes. */
export interface AppDescription {
  name: string;
  /** Environment variable of its port, read from the user and passed to the app. */
  portVariable: string;
}

export const apps: readonly AppDescription[] = [
  { name: 'connection-api', portVariable: 'CONNECTION_API_PORT' },
  { name: 'admin-api', portVariable: 'ADMIN_API_PORT' },
  { name: 'webhook-ingress', portVariable: 'WEBHOOK_INGRESS_PORT' },
  { name: 'export-worker', portVariable: 'EXPORT_WORKER_PORT' },
];

export interface AppInstance extends AppDescription {
  /** Of its process: with a number from the second instance on. */
  process: string;
}

/** Several export workers, because one process uses one core. */
export function instancesOf(exportWorkers: number): AppInstance[] {
  return apps.flatMap((app) =>
    Array.from({ length: app.name === 'export-worker' ? exportWorkers : 1 }, (_, index) => ({
      ...app,
      process: index === 0 ? app.name : `${app.name}-${index + 1}`,
    })),
  );
}

/**
 * A port for each process: the one in the environment, of which the first instance of an app takes it, or a free one. `reserved`: of
 * processes that do not listen yet. Throws CannotStart.
 */
export async function choosePorts(
  instances: readonly AppInstance[],
  environment: NodeJS.ProcessEnv,
  reserved: readonly number[],
): Promise<Map<string, number>> {
  const wanted = new Map(
    instances.map(({ name, process, portVariable }) => [process, process === name ? portIn(environment, portVariable) : 0]),
  );
  const taken = new Set([...reserved, ...wanted.values()]);
  const chosen = new Map<string, number>();
  for (const [process, port] of wanted) {
    let own = port || (await freePort());
    while (own !== port && taken.has(own)) own = await freePort();
    taken.add(own);
    chosen.set(process, own);
  }
  return chosen;
}

function portIn(environment: NodeJS.ProcessEnv, variable: string): number {
  const port = Number(environment[variable] ?? 0);
  if (!(port >= 0 && port <= 65_535)) throw new CannotStart(`${variable} should be a port number, 0 to 65535`);
  return port;
}
