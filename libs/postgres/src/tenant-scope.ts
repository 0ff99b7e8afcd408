import { AsyncLocalStorage } from 'node:async_hooks';

/** Values of settings by name, as Postgres reads them. */
export type SessionSettings = Readonly<Record<string, string>>;

/** Settings of a session or transaction that may see the rows of every tenant, of apps that also work for one tenant. */
export const everyTenant: SessionSettings = { role: 'sync_all_tenants' };
/** The same of the webhook ingress, whose role may touch little. */
export const everyTenantOfIngress: SessionSettings = { role: 'sync_ingress' };
/** The same of the admin API, whose role alone may touch users and read the audit log. */
export const everyTenantOfAdmin: SessionSettings = { role: 'sync_admin' };

/** Work whose transactions have these settings; undefined: those of their connection. */
interface Scope {
  settings: SessionSettings | undefined;
}

const scopes = new AsyncLocalStorage<Scope>();

const settingsOf = (tenantId: string): SessionSettings => ({ role: 'sync_serving', 'sync.tenant': tenantId });

/**
 * Runs the work, all of whose transactions see and write the rows of this tenant alone, even by a query that forgets to ask for it: the
 * policies of the tables see to that (docs/decisions/020-tenant-wall.md). A transaction that began before keeps what it
 * began with.
 */
export function forTenant<T>(tenantId: string, work: () => T): T {
  return scopes.run({ settings: settingsOf(tenantId) }, work);
}

/**
 * Runs work for which the rows of all tenants count: a part of work for one tenant, such as taking over an unclaimed shop, or a request
 * until `enterTenant` says for whom it is. Each transaction sees what its connection says.
 */
export function forAllTenants<T>(work: () => T): T {
  return scopes.run({ settings: undefined }, work);
}

/** Within `forAllTenants`: from now on its work, with all that it has begun, is for this tenant alone. */
export function enterTenant(tenantId: string): void {
  const scope = scopes.getStore();
  if (!scope) throw new Error('The work has no scope');
  scope.settings = settingsOf(tenantId);
}

/** Settings of the transactions of the work that runs now; undefined: those of its connection. */
export function scopeInForce(): SessionSettings | undefined {
  return scopes.getStore()?.settings;
}
