import type { DemoShopA } from '@sync/demo-shops';
import { json, patiently } from './exchange';
import type { ServiceUnderTest } from './service-under-test';

/** A service to call, with access to its database. */
export type Service = Pick<ServiceUnderTest, 'ask' | 'rows'>;

/** A service to call from outside only. */
export type CalledService = Pick<Service, 'ask'>;

/** A company's embedding system, initialised and active. */
export interface Caller {
  tenantId: string;
  connectionId: string;
  token: string;
}

/** A shop whose plugin has registered, not yet claimed. */
export interface Registration {
  connectionId: string;
  connectionToken: string;
  widgetToken: string;
}

const handshake = '/api/system-connections';

async function post<T>(service: CalledService, path: string, body: unknown, token?: string): Promise<T> {
  const response = await patiently(() => service.ask('POST', path, { body, token }));
  if (response.status >= 300) throw new Error(`${path} responded ${response.status}: ${response.text}`);
  return json<T>(response);
}

export async function initialise(service: CalledService, slug = 'mailing_platform'): Promise<Caller> {
  const body = { system_slug: slug };
  const { tenant_id, token, connection } = await post<{ tenant_id: string; token: string; connection: { id: string } }>(
    service,
    `${handshake}/connect`,
    body,
  );
  return { tenantId: tenant_id, connectionId: connection.id, token };
}

/** A shop by the address that its plugin registers. */
export type RegisteringShop = Pick<DemoShopA, 'url' | 'credentials'>;

/** The register body of a shop's plugin. */
export function identityOf({ url, credentials }: RegisteringShop): Record<string, unknown> {
  return { system_slug: 'commerce_a', base_url: url, credentials };
}

export async function register(service: Service, shop: RegisteringShop): Promise<Registration> {
  const tokens = await post<{ connection_token: string; widget_token: string }>(service, `${handshake}/register`, identityOf(shop));
  const [row] = await service.rows<{ id: string }>(
    `select id from system_connections where base_url = $1 and status = 'pending' and tenant_id is null`,
    [shop.url],
  );
  return { connectionId: row?.id ?? '', connectionToken: tokens.connection_token, widgetToken: tokens.widget_token };
}

/** Both sides of the plugin-initiated handshake: an active connection in the caller's tenant. */
export async function link(service: CalledService, { token }: Caller, shop: RegisteringShop): Promise<Registration> {
  const tokens = await post<{ connection_token: string; widget_token: string }>(service, `${handshake}/register`, identityOf(shop));
  const { id } = await post<{ id: string }>(service, `${handshake}/connect`, { connection_token: tokens.connection_token }, token);
  return { connectionId: id, connectionToken: tokens.connection_token, widgetToken: tokens.widget_token };
}

/** The same on a machine that may stall for seconds, which makes a verification fail. */
export async function linkPatiently(service: CalledService, caller: Caller, shop: RegisteringShop, attempts = 3): Promise<Registration> {
  try {
    return await link(service, caller, shop);
  } catch (error) {
    if (attempts === 1) throw error;
    return linkPatiently(service, caller, shop, attempts - 1);
  }
}

/** A handshake started by the caller's tenant: a pending connection. */
export async function startHandshake(service: Service, { token }: Caller): Promise<{ connectionId: string; connectionToken: string }> {
  const started = await post<{ connection_id: string; connection_token: string }>(service, `${handshake}/connect`, {}, token);
  return { connectionId: started.connection_id, connectionToken: started.connection_token };
}
