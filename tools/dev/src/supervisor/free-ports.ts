import { freePort } from '@sync/embedded-services';

/** The given ports, and distinct free ones for the other names. `reserved`: of processes that do not listen yet. */
export async function choosePorts(
  names: readonly string[],
  wanted: ReadonlyMap<string, number>,
  reserved: readonly number[],
): Promise<Map<string, number>> {
  const chosen = new Map<string, number>();
  const taken = new Set([...wanted.values(), ...reserved]);
  for (const name of names) {
    let port = wanted.get(name) ?? (await freePort());
    while (!wanted.has(name) && taken.has(port)) port = await freePort();
    taken.add(port);
    chosen.set(name, port);
  }
  return chosen;
}
