import { AsyncLocalStorage } from 'node:async_hooks';

/** Values of settings by name, as Postgres reads them. */
export type SessionSettings = Readonly<Record<string, string>>;

/** Settings of a session or transaction that may see the rows of every tenant. */
export const everyTenant: SessionSettings = { role: 'sync_all_tenants' };

const scopes = new AsyncLocalStorage<SessionSettings>();

/**
 * Runs the work, all of whose transactions see and write the rows of this tenant alone, even by a query that forgets to ask for it: the
 * policies of the tables see to that (docs/decisions/042-roles-and-row-level-security.md). A transaction that began before keeps what it
 * began with.
 */
export function forTenant<T>(tenantId: string, work: () => T): T {
  return scopes.run({ role: 'sync_serving', 'sync.tenant': tenantId }, work);
}

/** Within work for one tenant: runs a part of it for which the rows of others count, such as an unclaimed shop. */
export function forAllTenants<T>(work: () => T): T {
  return scopes.run(everyTenant, work);
}

/** Settings of the transactions of the work that runs now; undefined: those of its connection. */
export function scopeInForce(): SessionSettings | undefined {
  return scopes.getStore();
}
