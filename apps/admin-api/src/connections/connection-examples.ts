import { sharedExamples, type Wire, exampleShop } from '@sync/http-api';
import { exampleValues } from '../api-description/example-values';
import { exampleConnection, type CreatedConnection, type StatusOnlyConnection } from './connection-representation';

const { ids, systems, credentials, untouched } = sharedExamples;

const statusOnly: Wire<StatusOnlyConnection> = {
  id: ids.shop,
  tenant: exampleValues.place.tenant,
  system: { slug: systems.shop.slug, name: systems.shop.name },
  name: systems.shop.name,
  status: 'active',
  disconnected_at: null,
  grace_deadline: null,
  created_at: exampleShop.created_at,
};

const noTokens = { connection_token: null, expires_at: null, access_token: null };
const withoutShop = { ...exampleConnection, ...untouched, external_user_id: null, base_url: null, configuration: null, capabilities: [] };

const awaited: Wire<CreatedConnection> = {
  ...withoutShop,
  ...noTokens,
  system: null,
  name: systems.shop.name,
  status: 'pending',
  last_connected_at: null,
  connection_token: 'scc_M4wXe7Rz1bTq9LcVn3Ks8HyJd5Gf2PaUo6iWk0xYtEv',
  expires_at: '2026-01-05T13:00:00.000Z',
};

const product: Wire<CreatedConnection> = {
  ...withoutShop,
  ...noTokens,
  id: ids.caller,
  system: systems.caller,
  name: systems.caller.name,
  is_direct: true,
  access_token: 'sca_Jq5Wd8Xe2Rb7Tk0Lv4Ns9HyCf3Gm6PaUo1iZk5xYtEv',
};

const creation = { tenant_id: ids.tenant, system_slug: systems.shop.slug };
const summaries = { token: 'A token for the plugin', now: 'Verified now', product: 'A direct system' };

/** Of bodies and responses that have several forms. */
export const connectionExamples = {
  statusOnly,
  createRequests: {
    token: { summary: summaries.token, value: creation },
    now: { summary: summaries.now, value: { ...creation, base_url: exampleShop.base_url, credentials } },
    product: { summary: summaries.product, value: { ...creation, system_slug: systems.caller.slug } },
  },
  created: {
    token: { summary: summaries.token, value: awaited },
    now: { summary: summaries.now, value: { ...exampleConnection, ...noTokens } },
    product: { summary: summaries.product, value: product },
  },
};
