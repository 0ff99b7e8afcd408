import type { System } from '@sync/domain';

/** Human-readable label of a connection: the system and the account, `<name>, shop.example`. */
export function connectionName(system: Pick<System, 'name'>, account: string | null): string {
  return account === null ? system.name : `${system.name}, ${account}`;
}

/** Label of a connection to the shop at this URL. */
export function shopName(system: Pick<System, 'name'>, baseUrl: string): string {
  return connectionName(system, new URL(baseUrl).host);
}
