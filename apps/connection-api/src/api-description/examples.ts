import { sharedExamples, type ConnectionRepresentation, type Wire, exampleShop } from '@sync/http-api';
import type { InitialisedDirectSystem, StartedTenantHandshake } from '../connect/connect-representation';

const { ids, systems, untouched } = sharedExamples;

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
export const linkedShop: Wire<ConnectionRepresentation> = { ...exampleShop, last_synced_at: null, capabilities: [] };

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
