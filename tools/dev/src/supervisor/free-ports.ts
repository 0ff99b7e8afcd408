import { freePort } from '@sync/embedded-services';

/** The given ports, and distinct free ones for the other names. */
export async function choosePorts(names: readonly string[], wanted: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const chosen = new Map<string, number>();
  const taken = new Set(wanted.values());
  for (const name of names) {
    let port = wanted.get(name) ?? (await freePort());
    while (!wanted.has(name) && taken.has(port)) port = await freePort();
    taken.add(port);
    chosen.set(name, port);
  }
  return chosen;
}
