/** A connection with pages to fetch, or with fetches that run, at a host that several may share. */
export interface Claimant {
  connectionId: string;
  /** The connection itself while no tenant owns it. */
  tenant: string;
  running: number;
  /** How many more fetches it may start. */
  wanted: number;
}

/**
 * Gives each free place to the tenant that holds the fewest, and there to the connection that holds the fewest. `claimants`: the longest
 * waiting first. Returns how many places each connection gets.
 */
export function sharePlaces(claimants: readonly Claimant[], free: number): Map<string, number> {
  const given = new Map<string, number>();
  const ofTenant = new Map<string, number>();
  for (const { tenant, running } of claimants) ofTenant.set(tenant, (ofTenant.get(tenant) ?? 0) + running);
  const givenTo = ({ connectionId }: Claimant) => given.get(connectionId) ?? 0;
  for (let place = 0; place < free; place += 1) {
    const waiting = claimants.filter((claimant) => givenTo(claimant) < claimant.wanted);
    const held = (claimant: Claimant) => [ofTenant.get(claimant.tenant) ?? 0, claimant.running + givenTo(claimant)] as const;
    const [first, ...others] = waiting;
    if (!first) break;
    const next = others.reduce((best, other) => (isFewer(held(other), held(best)) ? other : best), first);
    given.set(next.connectionId, givenTo(next) + 1);
    ofTenant.set(next.tenant, (ofTenant.get(next.tenant) ?? 0) + 1);
  }
  return given;
}

function isFewer([tenant, own]: readonly [number, number], [otherTenant, other]: readonly [number, number]): boolean {
  return tenant < otherTenant || (tenant === otherTenant && own < other);
}
