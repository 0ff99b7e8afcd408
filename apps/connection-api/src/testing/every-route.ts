import { deriveDefaultSyncRules } from '@sync/domain';
import type { ServiceResponse } from '@sync/http-api/testing';
import { link, register, startHandshake, type EmbeddingSystem } from './actors';
import type { ConnectionApiUnderTest } from './connection-api-under-test';
import { Shop } from './shop';

export interface Route {
  name: string;
  /** Its status while every dependency works. */
  usual: number;
  ask: () => Promise<ServiceResponse>;
  /** It reads none of the tables that a test locks. */
  isLockFree: boolean;
}

type Row = [usual: number, method: string, path: string, token?: string, body?: unknown];

/** Every kind of route, each with connections and handshakes of its own, so that no request waits for another. Each can be called once. */
export async function everyRoute(api: ConnectionApiUnderTest, owner: EmbeddingSystem, shops: Shop[]): Promise<Route[]> {
  const { token, tenantId } = owner;
  const newShop = async () => {
    const shop = await Shop.start();
    shops.push(shop);
    return shop;
  };
  const newLink = async () => link(api, owner, await newShop());
  const [read, saved, synced, ended, returning, removed, stopped, renewed, left, moved] = await Promise.all(
    Array.from({ length: 10 }, newLink),
  );
  if (!read || !saved || !synced || !ended || !returning || !removed || !stopped || !renewed || !left || !moved)
    throw new Error('Ten links were requested');
  await deriveDefaultSyncRules(api.database.dataSource, tenantId);
  const [fresh, other, elsewhere, paged] = [await newShop(), await newShop(), await newShop(), await newShop()];
  const { connectionToken } = await register(api, await newShop());
  const handshake = await startHandshake(api, token);
  const at = '/api/system-connections';
  await api.ask('POST', '/api/widget/connection/disconnect', { token: returning.widgetToken });
  const rows: Row[] = [
    [200, 'GET', at, token],
    [200, 'GET', `${at}/${read.id}`, token],
    [200, 'GET', '/api/records/orders', token],
    [200, 'GET', `${at}/${read.id}/syncs`, token],
    [202, 'POST', `${at}/${synced.id}/syncs`, token, {}],
    // Of no run.
    [404, 'POST', `${at}/${read.id}/syncs/${read.id}/confirm-deletions`, token],
    [200, 'GET', `/api/widget/connections/${read.id}/status`, token],
    [200, 'GET', '/api/widget/connection', read.widgetToken],
    [200, 'GET', '/api/widget/connections', token],
    [200, 'POST', `/api/widget/connections/${left.id}/disconnect`, token],
    [200, 'GET', '/api/widget/configuration', read.widgetToken],
    [200, 'PATCH', '/api/widget/configuration', saved.widgetToken, { configuration: { data_types: ['orders'] } }],
    [200, 'POST', '/api/widget/connection/disconnect', ended.widgetToken],
    [200, 'POST', '/api/widget/connection/reconnect', returning.widgetToken],
    [200, 'POST', '/api/widget/connection/move', moved.widgetToken, elsewhere.registration],
    [201, 'POST', '/api/widget/register', undefined, paged.registration],
    [204, 'DELETE', '/api/widget/connection', removed.widgetToken],
    [200, 'POST', `${at}/${stopped.id}/disconnect`, token],
    [200, 'GET', `${at}/${read.id}/configuration`, token],
    [200, 'PUT', `${at}/${renewed.id}/credentials`, token, { credentials: shops[0]?.credentials }],
    [201, 'POST', `${at}/connect`, undefined, { system_slug: 'mailing_platform' }],
    [201, 'POST', `${at}/connect`, token, {}],
    [201, 'POST', `${at}/connect`, token, { connection_token: connectionToken }],
    [201, 'POST', `${at}/register`, undefined, fresh.registration],
    [200, 'POST', `${at}/register`, undefined, { ...other.registration, connection_token: handshake.connectionToken }],
  ];
  const lockFree: Row[] = [
    [200, 'GET', `${at}/${read.id}/timeline`, token],
    [200, 'GET', `${at}/${read.id}/widget-tokens`, token],
    [201, 'POST', `${at}/${read.id}/widget-tokens`, token, {}],
    [201, 'POST', '/api/widget/sessions', token],
    [201, 'POST', '/api/access-tokens/current/rotate', renewed.widgetToken],
    [200, 'GET', '/health/ready'],
  ];
  return [rows, lockFree].flatMap((some) =>
    some.map(([usual, method, path, bearer, body]) => ({
      name: `${method} ${path}`,
      usual,
      ask: () => api.ask(method, path, { token: bearer, body }),
      isLockFree: some === lockFree,
    })),
  );
}
