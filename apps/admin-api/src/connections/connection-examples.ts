import { sharedExamples } from '@sync/http-api';
import type { CreatedConnection, FullConnection, StatusOnlyConnection } from './connection-representation';

const { ids, shop, systems, disconnectedShop, credentials, untouched } = sharedExamples;
const tenant = { id: ids.tenant, name: 'Quiet Harbour 4821' };

const full: FullConnection = { ...shop, tenant, is_direct: false, sync_obstacle: null };

const statusOnly: StatusOnlyConnection = {
  id: ids.shop,
  tenant,
  system: { slug: systems.shop.slug, name: systems.shop.name },
  name: systems.shop.name,
  status: 'active',
  disconnected_at: null,
  grace_deadline: null,
  created_at: shop.created_at,
};

const awaited: CreatedConnection = {
  ...full,
  ...untouched,
  system: null,
  name: systems.shop.name,
  status: 'pending',
  external_user_id: null,
  base_url: null,
  configuration: null,
  capabilities: [],
  last_connected_at: null,
  connection_token: 'scc_M4wXe7Rz1bTq9LcVn3Ks8HyJd5Gf2PaUo6iWk0xYtEv',
  expires_at: '2026-01-05T13:00:00.000Z',
  access_token: null,
};

const product: CreatedConnection = {
  ...full,
  ...untouched,
  id: ids.caller,
  system: systems.caller,
  name: systems.caller.name,
  is_direct: true,
  external_user_id: null,
  base_url: null,
  configuration: null,
  capabilities: [],
  connection_token: null,
  expires_at: null,
  access_token: 'sca_Jq5Wd8Xe2Rb7Tk0Lv4Ns9HyCf3Gm6PaUo1iZk5xYtEv',
};

const creation = { tenant_id: ids.tenant, system_slug: systems.shop.slug };
const summaries = { token: 'A token for the plugin', now: 'Verified now', product: 'A direct system' };

export const connectionExamples = {
  full,
  statusOnly,
  disconnected: { ...disconnectedShop, tenant, is_direct: false, sync_obstacle: null },
  edit: { name: 'Tea shop of the Harbour', meta: { ticket: '4711' } },
  reason: { reason: 'The company closed this shop.' },
  createRequests: {
    token: { summary: summaries.token, value: creation },
    now: { summary: summaries.now, value: { ...creation, base_url: 'https://tea.example', credentials } },
    product: { summary: summaries.product, value: { ...creation, system_slug: systems.caller.slug } },
  },
  created: {
    token: { summary: summaries.token, value: awaited },
    now: { summary: summaries.now, value: { ...full, connection_token: null, expires_at: null, access_token: null } },
    product: { summary: summaries.product, value: product },
  },
};
