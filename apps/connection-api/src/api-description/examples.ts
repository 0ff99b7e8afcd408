import { sharedExamples, type ConnectionRepresentation, type Wire } from '@sync/http-api';
import type { InitialisedDirectSystem, StartedTenantHandshake } from '../connect/connect-representation';
import type { ConnectionStatusResponse, WidgetConnection } from '../widget/widget-connection-representation';

const { ids, systems, untouched, shop, disconnectedShop } = sharedExamples;

export const exampleTokens = {
  access: 'sca_Zk3vQ8nLx0RtYw5uJb7cHd2eGf9mPs1aKo4iVq6rTyU',
  connection: 'scc_M4wXe7Rz1bTq9LcVn3Ks8HyJd5Gf2PaUo6iWk0xYtEv',
  widget: 'sca_R7tYu2IoP9aSdF4gHjK1lZxC6vBnM3qWeR8tYu5IoPa',
};

export const caller: Wire<ConnectionRepresentation> = {
  ...untouched,
  id: ids.caller,
  system: systems.caller,
  name: `${systems.caller.name}, account-4711`,
  status: 'active',
  tenant_id: ids.tenant,
  external_user_id: 'account-4711',
  base_url: null,
  configuration: null,
  capabilities: [],
  last_connected_at: '2026-01-05T11:58:00.000Z',
  created_at: '2026-01-05T11:58:00.000Z',
  updated_at: '2026-01-05T11:58:00.000Z',
};

/** As it is right after the handshake: its sync rules are derived some seconds later. */
export const linkedShop: Wire<ConnectionRepresentation> = { ...shop, last_synced_at: null, capabilities: [] };

const directSystem: Wire<InitialisedDirectSystem> = { tenant_id: ids.tenant, token: exampleTokens.access, connection: caller };
const tenantHandshake: Wire<StartedTenantHandshake> = {
  connection_token: exampleTokens.connection,
  expires_at: '2026-01-05T13:00:00.000Z',
  connection_id: ids.shop,
};
const registration = { system_slug: systems.shop.slug, base_url: 'https://tea.example', credentials: sharedExamples.credentials };

export const handshake = {
  connectRequests: {
    A: { summary: 'A: initialise a direct system', value: { system_slug: systems.caller.slug, external_user_id: 'account-4711' } },
    B: { summary: 'B: start a handshake', value: {} },
    C: { summary: 'C: finalise what a plugin started', value: { connection_token: exampleTokens.connection } },
  },
  connectResponses: {
    A: { summary: 'A: the new tenant and its token', value: directSystem },
    B: { summary: 'B: the token for the shop owner', value: tenantHandshake },
    C: { summary: 'C: the shop, now active', value: linkedShop },
  },
  registerRequests: {
    A: { summary: 'A: introduce a shop', value: registration },
    B: { summary: 'B: finalise what a tenant started', value: { ...registration, connection_token: exampleTokens.connection } },
  },
};

export const connectionStatus: Wire<ConnectionStatusResponse> = {
  id: ids.shop,
  name: shop.name,
  system: systems.shop,
  status: 'pending',
  status_reason: null,
  last_synced_at: null,
  sync: null,
  last_attempt: { code: 'credentials_refused', at: '2026-01-05T12:00:40.000Z' },
};

const { base_url, created_at, last_connected_at } = shop;
export const widgetConnection: Wire<WidgetConnection> = {
  ...connectionStatus,
  status: 'active',
  last_attempt: null,
  last_synced_at: shop.last_synced_at,
  base_url,
  created_at,
  last_connected_at,
  disconnected_at: null,
  grace_deadline: null,
  records: { customers: 412, orders: 1873, products: 96 },
  actions: ['disconnect', 'uninstall'],
};

export const disconnectedWidgetConnection: Wire<WidgetConnection> = {
  ...widgetConnection,
  status: 'disconnected',
  status_reason: disconnectedShop.status_reason,
  disconnected_at: disconnectedShop.disconnected_at,
  grace_deadline: disconnectedShop.grace_deadline,
  actions: ['reconnect', 'uninstall'],
};
