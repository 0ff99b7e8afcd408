import type { ConfigurationResponse, ConnectionRepresentation, SyncRunRepresentation, TransitionRepresentation } from '@sync/http-api';
import { directPlatforms, shops } from '@sync/platforms';
import type { RotatedAccessToken } from '../access-tokens/rotate-access-token-input';
import type { InitialisedDirectSystem } from '../connect/initialised-direct-system';
import type { StartedTenantHandshake } from '../connect/started-tenant-handshake';
import type { FinalisedByPlugin } from '../register/finalised-by-plugin';
import type { StartedPluginHandshake } from '../register/started-plugin-handshake';
import type { IssuedWidgetToken, WidgetTokenRepresentation } from '../shops/widget-token-representation';
import type { ConnectionStatusResponse } from '../widget/read-connection-status';
import type { WidgetConnection } from '../widget/widget-connection';

/** One company, its own connection and its shop: all examples of the API description are about them. */
const ids = {
  tenant: '01981c2e-4a10-7c3d-9b1e-5f0a6d2c8e01',
  caller: '01981c2e-4a11-7f02-8d44-1b9c3e7a5f02',
  shop: '01981c31-90b7-7a6e-a3f5-6c2d8b4e1f03',
  run: '01981c33-17e4-7d58-b6c0-9e3f1a7d2b04',
  widgetToken: '01981c35-62fa-7b19-8e27-4d6a0c9f3e05',
} as const;

const accessToken = 'sca_Zk3vQ8nLx0RtYw5uJb7cHd2eGf9mPs1aKo4iVq6rTyU';
const connectionToken = 'scc_M4wXe7Rz1bTq9LcVn3Ks8HyJd5Gf2PaUo6iWk0xYtEv';
const widgetToken = 'sca_R7tYu2IoP9aSdF4gHjK1lZxC6vBnM3qWeR8tYu5IoPa';

type Platform = (typeof shops)[number] | (typeof directPlatforms)[number];
type SystemExample = NonNullable<ConnectionRepresentation['system']>;

const systemOf = (platform: Platform | undefined): SystemExample => ({
  slug: platform?.driver ?? '',
  name: platform?.name ?? '',
  capabilities: [...(platform?.capabilities ?? [])],
});
const systems = { caller: systemOf(directPlatforms[0]), shop: systemOf(shops[0]) };

const configuration = { direction: 'outgoing', data_types: ['customers', 'orders'], frequency: 'daily' };

const untouched = { status_reason: null, last_synced_at: null, sync: null, meta: {}, disconnected_at: null, grace_deadline: null };

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

export const shop: ConnectionRepresentation = {
  ...untouched,
  id: ids.shop,
  system: systems.shop,
  name: `${systems.shop.name}, tea.example`,
  status: 'active',
  last_synced_at: '2026-01-05T12:04:11.000Z',
  tenant_id: ids.tenant,
  external_user_id: 'https://tea.example',
  base_url: 'https://tea.example',
  configuration,
  capabilities: ['customers', 'orders'],
  last_connected_at: '2026-01-05T12:01:30.000Z',
  created_at: '2026-01-05T12:00:00.000Z',
  updated_at: '2026-01-05T12:01:30.000Z',
};

/** As it is right after the handshake: its sync rules are derived some seconds later. */
const linkedShop: ConnectionRepresentation = { ...shop, last_synced_at: null, capabilities: [] };

export const disconnectedShop: ConnectionRepresentation = {
  ...shop,
  status: 'disconnected',
  status_reason: {
    code: 'disconnected',
    message: 'The shop was disconnected. It can be reconnected until its grace deadline.',
    since: '2026-02-10T08:30:00.000Z',
  },
  capabilities: [],
  disconnected_at: '2026-02-10T08:30:00.000Z',
  grace_deadline: '2026-03-12T08:30:00.000Z',
  updated_at: '2026-02-10T08:30:00.000Z',
};

export const connections = { data: [caller, shop], next_cursor: null };

/** What the first platform's plugin sends; other platforms have other members. */
const credentials = {
  consumer_key: 'ck_example',
  consumer_secret: 'cs_example',
  webhook_secret: 'a-secret-of-the-shop',
  connection_token: 'the-token-of-the-connectivity-check',
};

export const renewedCredentials = { credentials };

const directSystem: InitialisedDirectSystem = { tenant_id: ids.tenant, token: accessToken, connection: caller };
const tenantHandshake: StartedTenantHandshake = {
  connection_token: connectionToken,
  expires_at: '2026-01-05T13:00:00.000Z',
  connection_id: ids.shop,
};
const pluginHandshake: StartedPluginHandshake = {
  connection_token: connectionToken,
  expires_at: '2026-01-05T13:00:00.000Z',
  widget_token: widgetToken,
};
const finalisedByPlugin: FinalisedByPlugin = { ...linkedShop, widget_token: widgetToken };

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

const run: SyncRunRepresentation = {
  id: ids.run,
  capability: 'orders',
  mode: 'delta',
  status: 'queued',
  modified_after: '2026-01-05T11:59:11.000Z',
  pages_total: null,
  pages_done: 0,
  records_fetched: 0,
  records_written: 0,
  records_skipped: 0,
  error: null,
  started_at: null,
  finished_at: null,
};

const finishedRun: SyncRunRepresentation = {
  ...run,
  status: 'succeeded',
  pages_total: 3,
  pages_done: 3,
  records_fetched: 142,
  records_written: 17,
  started_at: '2026-01-06T06:00:00.000Z',
  finished_at: '2026-01-06T06:00:09.000Z',
};

export const syncs = {
  request: { capabilities: ['orders'], mode: 'delta' },
  requested: { data: [run] },
  list: { data: [finishedRun], next_cursor: null },
};

const disconnected: TransitionRepresentation = {
  id: '01981c3a-05d1-7e44-9a63-2f8b7c1d0e06',
  from_status: 'active',
  to_status: 'disconnected',
  reason: 'disconnection',
  actor: `caller:${ids.caller}`,
  at: '2026-02-10T08:30:00.000Z',
};

export const timeline = { data: [disconnected], next_cursor: null };

const shownToken: WidgetTokenRepresentation = {
  id: ids.widgetToken,
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

export const rotation = { request: { overlap_seconds: 600 }, response: rotated };

export const form: ConfigurationResponse = {
  schema: {
    fields: [
      {
        type: 'radio',
        name: 'direction',
        label: 'Direction',
        required: true,
        options: [
          { value: 'outgoing', label: 'From the shop' },
          { value: 'both', label: 'Both ways' },
        ],
      },
    ],
  },
  configuration,
};

export const saved = { configuration };
export const saving = { configuration: { frequency: 'hourly' } };

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
