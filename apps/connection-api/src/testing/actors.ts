import type { ConnectionApiUnderTest } from './connection-api-under-test';
import type { Shop } from './shop';

/** The initialised embedding system of a new tenant. */
export interface EmbeddingSystem {
  tenantId: string;
  connectionId: string;
  token: string;
}

export async function initialise(api: ConnectionApiUnderTest, slug = 'mailing_platform'): Promise<EmbeddingSystem> {
  const { status, body, text } = await api.connect<{ tenant_id: string; token: string; connection: { id: string } }>({ system_slug: slug });
  if (status !== 201) throw new Error(text);
  return { tenantId: body.tenant_id, connectionId: body.connection.id, token: body.token };
}

/** Registers as a plugin; returns both tokens in plaintext. */
export async function register(api: ConnectionApiUnderTest, shop: Shop): Promise<{ connectionToken: string; widgetToken: string }> {
  const { status, body, text } = await api.register<{ connection_token: string; widget_token: string }>(shop.registration);
  if (status !== 201) throw new Error(text);
  return { connectionToken: body.connection_token, widgetToken: body.widget_token };
}

/** Starts a handshake as the tenant. */
export async function startHandshake(
  api: ConnectionApiUnderTest,
  token: string,
): Promise<{ connectionToken: string; connectionId: string }> {
  const { status, body, text } = await api.connect<{ connection_token: string; connection_id: string }>({}, token);
  if (status !== 201) throw new Error(text);
  return { connectionToken: body.connection_token, connectionId: body.connection_id };
}

/** Connects the tenant to the shop; the connection is active afterwards. */
export async function link(
  api: ConnectionApiUnderTest,
  { token }: EmbeddingSystem,
  shop: Shop,
): Promise<{ id: string; widgetToken: string }> {
  const { connectionToken, widgetToken } = await register(api, shop);
  const { status, body, text } = await api.connect<{ id: string }>({ connection_token: connectionToken }, token);
  if (status !== 201) throw new Error(text);
  return { id: body.id, widgetToken };
}

/** Puts a connection into a status without asking the state table. */
export async function setStatus(api: ConnectionApiUnderTest, connectionId: string, status: string): Promise<void> {
  await api.query(
    `update system_connections set status = $2, disconnected_at = case when $2 = 'disconnected' then now() end where id = $1`,
    [connectionId, status],
  );
}
