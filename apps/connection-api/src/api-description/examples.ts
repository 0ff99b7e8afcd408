import { sharedExamples, type ConnectionRepresentation } from '@sync/http-api';
import type { AccessTokenRepresentation } from '../access-tokens/access-token-representation';
import type { RotatedAccessToken } from '../access-tokens/rotate-access-token-input';
import type { InitialisedDirectSystem, StartedTenantHandshake } from '../connect/connect-representation';
import type { FinalisedByPlugin, StartedPluginHandshake } from '../register/register-representation';
import type { IssuedWidgetToken, WidgetTokenRepresentation } from '../shops/widget-token-representation';
import type { ConnectionStatusResponse } from '../widget/read-connection-status';
import type { WidgetConnection } from '../widget/widget-connection';

export const { shop, disconnectedShop, renewedCredentials, syncs, timeline, form, saved, saving } = sharedExamples;
const { ids, systems, untouched, credentials } = sharedExamples;

const accessToken = 'sca_Zk3vQ8nLx0RtYw5uJb7cHd2eGf9mPs1aKo4iVq6rTyU';
const connectionToken = 'scc_M4wXe7Rz1bTq9LcVn3Ks8HyJd5Gf2PaUo6iWk0xYtEv';
const widgetToken = 'sca_R7tYu2IoP9aSdF4gHjK1lZxC6vBnM3qWeR8tYu5IoPa';

const caller: ConnectionRepresentation = {
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
const linkedShop: ConnectionRepresentation = { ...shop, last_synced_at: null, capabilities: [] };

export const connections = { data: [caller, shop], next_cursor: null };

const directSystem: InitialisedDirectSystem = { tenant_id: ids.tenant, token: accessToken, connection: caller };
const tenantHandshake: StartedTenantHandshake = {
  connection_token: connectionToken,
  expires_at: '2026-01-05T13:00:00.000Z',
  connection_id: ids.shop,
};
const pluginHandshake: StartedPluginHandshake = {
  connection_id: ids.shop,
  connection_token: connectionToken,
  expires_at: '2026-01-05T13:00:00.000Z',
  widget_token: widgetToken,
};
const finalisedByPlugin: FinalisedByPlugin = { ...linkedShop, connection_id: linkedShop.id, widget_token: widgetToken };

const registration = { system_slug: systems.shop.slug, base_url: 'https://tea.example', credentials };

export const handshake = {
  connectRequests: {
    A: { summary: 'A: initialise a direct system', value: { system_slug: systems.caller.slug, external_user_id: 'account-4711' } },
    B: { summary: 'B: start a handshake', value: {} },
    C: { summary: 'C: finalise what a plugin started', value: { connection_token: connectionToken } },
  },
  connectResponses: {
    A: { summary: 'A: the new tenant and its token', value: directSystem },
    B: { summary: 'B: the token for the shop owner', value: tenantHandshake },
    C: { summary: 'C: the shop, now active', value: linkedShop },
  },
  registerRequests: {
    A: { summary: 'A: introduce a shop', value: registration },
    B: { summary: 'B: finalise what a tenant started', value: { ...registration, connection_token: connectionToken } },
  },
  pluginHandshake,
  finalisedByPlugin,
};

const shownToken: WidgetTokenRepresentation = {
  id: '01981c35-62fa-7b19-8e27-4d6a0c9f3e05',
  created_at: '2026-01-05T12:10:00.000Z',
  last_used_at: null,
  expires_at: '2030-01-01T00:00:00.000Z',
};
const issuedToken: IssuedWidgetToken = { ...shownToken, widget_token: widgetToken };

export const widgetTokens = {
  request: { expires_at: '2030-01-01T00:00:00Z' },
  issued: issuedToken,
  list: { data: [{ ...shownToken, last_used_at: '2026-01-05T12:11:00.000Z' }], next_cursor: null },
};

const rotated: RotatedAccessToken = { token: accessToken, expires_at: null };

const listedToken: AccessTokenRepresentation = {
  id: '01981c2e-4a13-7e90-8b51-3d0a9c3b6e05',
  name: 'direct-initialisation',
  created_at: '2026-01-05T11:58:00.000Z',
  last_used_at: '2026-02-11T09:00:00.000Z',
  expires_at: null,
  current: true,
};

export const accessTokens = { data: [listedToken], next_cursor: null };

export const rotation = { request: { overlap_seconds: 600 }, response: rotated };

export const status: ConnectionStatusResponse = {
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
export const widgetConnection: WidgetConnection = {
  ...status,
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

export const widgetConnections = { data: [widgetConnection], next_cursor: null };

export const disconnectedWidgetConnection: WidgetConnection = {
  ...widgetConnection,
  status: 'disconnected',
  status_reason: disconnectedShop.status_reason,
  disconnected_at: disconnectedShop.disconnected_at,
  grace_deadline: disconnectedShop.grace_deadline,
  actions: ['reconnect', 'uninstall'],
};
