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
  isLockFree?: true;
}

/** Every kind of route, each with connections and handshakes of its own, so that no request waits for another. Each can be called once. */
export async function everyRoute(api: ConnectionApiUnderTest, owner: EmbeddingSystem, shops: Shop[]): Promise<Route[]> {
  const { token, tenantId } = owner;
  const newShop = async () => {
    const shop = await Shop.start();
    shops.push(shop);
    return shop;
  };
  const newLink = async () => link(api, owner, await newShop());
  const [read, saved, synced, ended, returning, removed, stopped, renewed, left] = await Promise.all(Array.from({ length: 9 }, newLink));
  if (!read || !saved || !synced || !ended || !returning || !removed || !stopped || !renewed || !left)
    throw new Error('Nine links were requested');
  await deriveDefaultSyncRules(api.database.dataSource, tenantId);
  const [fresh, other, { connectionToken }] = [await newShop(), await newShop(), await register(api, await newShop())];
  const handshake = await startHandshake(api, token);
  const widget = (name: string, usual: number, path: string, { widgetToken }: { widgetToken: string }, body?: unknown): Route => ({
    name,
    usual,
    ask: () => api.ask(name.split(' ')[0] ?? '', `/api/widget/${path}`, { token: widgetToken, body }),
  });
  const at = '/api/system-connections';
  await api.ask('POST', '/api/widget/connection/disconnect', { token: returning.widgetToken });
  return [
    { name: 'list connections', usual: 200, ask: () => api.get(at, token) },
    { name: 'show connection', usual: 200, ask: () => api.get(`${at}/${read.id}`, token) },
    { name: 'read records', usual: 200, ask: () => api.get('/api/records/orders', token) },
    { name: 'list syncs', usual: 200, ask: () => api.get(`${at}/${read.id}/syncs`, token) },
    { name: 'request syncs', usual: 202, ask: () => api.ask('POST', `${at}/${synced.id}/syncs`, { token, body: {} }) },
    {
      name: 'confirm deletions of no run',
      usual: 404,
      ask: () => api.ask('POST', `${at}/${read.id}/syncs/${read.id}/confirm-deletions`, { token }),
    },
    { name: 'status', usual: 200, ask: () => api.get(`/api/widget/connections/${read.id}/status`, token) },
    widget('GET own connection', 200, 'connection', read),
    { name: 'list shops for a widget', usual: 200, ask: () => api.get('/api/widget/connections', token) },
    {
      name: 'disconnect a shop from a page',
      usual: 200,
      ask: () => api.ask('POST', `/api/widget/connections/${left.id}/disconnect`, { token }),
    },
    widget('GET configuration', 200, 'configuration', read),
    widget('PATCH configuration', 200, 'configuration', saved, { configuration: { data_types: ['orders'] } }),
    widget('POST disconnect', 200, 'connection/disconnect', ended),
    widget('POST reconnect', 200, 'connection/reconnect', returning),
    widget('DELETE connection', 204, 'connection', removed),
    { name: 'disconnect a shop', usual: 200, ask: () => api.ask('POST', `${at}/${stopped.id}/disconnect`, { token }) },
    { name: 'read the configuration of a shop', usual: 200, ask: () => api.get(`${at}/${read.id}/configuration`, token) },
    { name: 'read the timeline of a shop', usual: 200, ask: () => api.get(`${at}/${read.id}/timeline`, token), isLockFree: true },
    { name: 'list widget tokens', usual: 200, ask: () => api.get(`${at}/${read.id}/widget-tokens`, token), isLockFree: true },
    {
      name: 'issue a widget token',
      usual: 201,
      ask: () => api.ask('POST', `${at}/${read.id}/widget-tokens`, { token, body: {} }),
      isLockFree: true,
    },
    {
      name: 'renew credentials',
      usual: 200,
      ask: () => api.ask('PUT', `${at}/${renewed.id}/credentials`, { token, body: { credentials: shops[0]?.credentials } }),
    },
    {
      name: 'rotate a token',
      usual: 201,
      ask: () => api.ask('POST', '/api/access-tokens/current/rotate', { token: renewed.widgetToken }),
      isLockFree: true,
    },
    { name: 'connect A', usual: 201, ask: () => api.connect({ system_slug: 'mailing_platform' }) },
    { name: 'connect B', usual: 201, ask: () => api.connect({}, token) },
    { name: 'connect C', usual: 201, ask: () => api.connect({ connection_token: connectionToken }, token) },
    { name: 'register A', usual: 201, ask: () => api.register(fresh.registration) },
    {
      name: 'register B',
      usual: 200,
      ask: () => api.register({ ...other.registration, connection_token: handshake.connectionToken }),
    },
    { name: 'ready', usual: 200, ask: () => api.get('/health/ready'), isLockFree: true },
  ];
}
