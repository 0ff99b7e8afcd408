import type { AccessTokenName } from '@sync/identity';

/**
 * How far a token reaches: every connection of its tenant; its own, and of the others of its tenant no more than id and status; only
 * its own; or nothing. A connection out of reach is 404 like one that does not exist; a group of routes without reach is 403.
 */
export type Reach = 'tenant' | 'id and status' | 'own' | 'none';

/** Groups of routes. Every route that takes an access token names the one it belongs to. */
export type RouteGroup = keyof (typeof tokenScopes)['direct-initialisation'];

/** What `<service-config>` needs, for one connection. */
const configurationOnly = {
  status: 'own',
  configuration: 'own',
  'life cycle': 'none',
  handshake: 'none',
  list: 'none',
  connection: 'none',
  syncs: 'none',
  shops: 'none',
  records: 'none',
  token: 'none',
} as const;

/**
 * What each token may do, by where it came from. A plugin's token may start and finalise handshakes, as the specification of connect
 * says, and so it polls the status of what it started. Everything else stays with its own shop.
 * docs/reference/resources.md#access-token shows this table; a test keeps the two equal.
 */
export const tokenScopes = {
  'direct-initialisation': {
    status: 'tenant',
    configuration: 'own',
    'life cycle': 'own',
    handshake: 'tenant',
    list: 'tenant',
    connection: 'tenant',
    syncs: 'tenant',
    shops: 'tenant',
    records: 'own',
    token: 'own',
  },
  'plugin-widget': {
    status: 'id and status',
    configuration: 'own',
    'life cycle': 'own',
    handshake: 'tenant',
    list: 'own',
    connection: 'own',
    syncs: 'own',
    shops: 'none',
    records: 'none',
    token: 'own',
  },
  'caller-widget': configurationOnly,
  'admin-preview': configurationOnly,
} as const satisfies Record<AccessTokenName, Record<string, Reach>>;
