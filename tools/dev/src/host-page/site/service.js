// The calls that the server of a host product makes. This page has no server, so it makes them itself.
import { account } from './kept.js';

export class Refused extends Error {
  constructor(status, problem) {
    super(problem?.detail ?? problem?.title ?? `The service responded ${status}.`);
    this.status = status;
  }
}

async function ask(method, path, body) {
  const headers = { Accept: 'application/json' };
  const { token } = account();
  if (token && path.startsWith('/api/')) headers.Authorization = `Bearer ${token}`;
  if (body) headers['Content-Type'] = 'application/json';
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  const result = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(response.status, result);
  return result;
}

/** The connections of this account; none before there is an account. */
export async function connections() {
  return account().token ? (await ask('GET', '/api/system-connections?limit=200')).data : [];
}

/** Takes over the shop whose plugin has registered it and got this connection token. */
export const claim = (connectionToken) => ask('POST', '/api/system-connections/connect', { connection_token: connectionToken });

/** A token for one page, which ends within the hour. */
export const startSession = async (page) => (await ask('POST', '/api/widget/sessions', { page })).token;

/** Those that run beside the service; none with DEMO=0. */
export const demoShops = () => ask('GET', '/demo/shops');

/** Has the plugin of a demo shop register it. */
export const registerDemoShop = (name) => ask('POST', `/demo/shops/${name}/register`);
