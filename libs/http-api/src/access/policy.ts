import type { AccessTokenName, Role } from '@sync/identity';

/** Who asks: an access token, by where it came from, or an administrator, by role. */
export type Principal = AccessTokenName | Role;

/** How far a principal reaches. What is out of reach is 404 like what does not exist; a group of routes without reach is 403. */
export type Reach =
  /** Everything. */
  | 'all'
  /** What belongs to accessible tenants: a connection of a supported system in full, of another its status. */
  | 'accessible'
  /** Connections that the principal sees in full, and the work for them. */
  | 'full'
  /** Every connection of the token's tenant. */
  | 'tenant'
  /** The same without connections of direct systems, which are 409. */
  | 'shops'
  /** The token's own connection, and of the others of its tenant `id` and `status` alone. */
  | 'id and status'
  /** What belongs to the token's connection, or to the user. */
  | 'own';

/**
 * What each principal may do, by groups of routes; nothing where it is not named. A plugin's token may start and finalise handshakes, as
 * the specification of connect says, and so it polls the status of what it started. Everything else of it stays with its own shop.
 * docs/reference/access.md shows this table; a test keeps the two equal.
 */
export const policy = {
  status: {
    'direct-initialisation': 'tenant',
    'widget-session': 'tenant',
    'plugin-widget': 'id and status',
    'caller-widget': 'own',
    'admin-preview': 'own',
  },
  configuration: { 'direct-initialisation': 'own', 'plugin-widget': 'own', 'caller-widget': 'own', 'admin-preview': 'own' },
  'life cycle': { 'direct-initialisation': 'own', 'plugin-widget': 'own' },
  handshake: { 'direct-initialisation': 'tenant', 'widget-session': 'tenant', 'plugin-widget': 'tenant' },
  'widget list': { 'direct-initialisation': 'tenant', 'widget-session': 'tenant', 'plugin-widget': 'own' },
  'widget shops': { 'direct-initialisation': 'shops', 'widget-session': 'shops' },
  'widget sessions': { 'direct-initialisation': 'own' },
  list: { 'direct-initialisation': 'tenant', 'plugin-widget': 'own' },
  connection: { 'direct-initialisation': 'tenant', 'plugin-widget': 'own' },
  syncs: { 'direct-initialisation': 'tenant', 'plugin-widget': 'own' },
  shops: { 'direct-initialisation': 'shops' },
  records: { 'direct-initialisation': 'own' },
  'webhook endpoints': { 'direct-initialisation': 'own' },
  'widget webhooks': { 'webhooks-session': 'own' },
  'notification addresses': { 'direct-initialisation': 'tenant' },
  privacy: { 'direct-initialisation': 'tenant', 'plugin-widget': 'own' },
  token: { 'direct-initialisation': 'own', 'plugin-widget': 'own' },

  account: { super_admin: 'own', support: 'own' },
  sessions: { super_admin: 'own', support: 'own' },
  users: { super_admin: 'all' },
  'audit log': { super_admin: 'all' },
  'look up': { super_admin: 'all', support: 'accessible' },
  help: { super_admin: 'all', support: 'full' },
  work: { super_admin: 'all', support: 'full' },
  administer: { super_admin: 'all' },
} as const satisfies Record<string, Partial<Record<Principal, Reach>>>;

/** Every route that is not open names the group that it belongs to. */
export type RouteGroup = keyof typeof policy;

/** Null: nothing, also for a token of an unknown kind. */
export function reachOf(principal: string, group: RouteGroup): Reach | null {
  const reaches: Partial<Record<string, Reach>> = policy[group];
  return reaches[principal] ?? null;
}
