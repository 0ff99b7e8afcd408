import type { System } from '@sync/domain';

/** The label of a connection for people: the system's name and the shop's host or the account. */
export function connectionName(system: Pick<System, 'name'>, account: string | null): string {
  return account === null ? system.name : `${system.name}, ${account}`;
}

/** The label of a connection to a shop at this address. */
export function shopName(system: Pick<System, 'name'>, baseUrl: string): string {
  return connectionName(system, new URL(baseUrl).host);
}
