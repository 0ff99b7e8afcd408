// What this page keeps in the browser's storage. A real product keeps the account on its server.
const accountKey = 'papermill-account';
const pluginKey = 'demo-shop-plugins';

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}

/** `{tenant_id, token}` as the event service-initialized brought them; empty before. */
export const account = () => read(accountKey);

export function keepAccount({ tenant_id, token }) {
  localStorage.setItem(accountKey, JSON.stringify({ tenant_id, token }));
}

/** Token of the plugin of a demo shop by its name. Each shop's plugin would keep its own. */
export const pluginToken = (shop) => read(pluginKey)[shop];

export function keepPluginToken(shop, token) {
  localStorage.setItem(pluginKey, JSON.stringify({ ...read(pluginKey), [shop]: token }));
}

export function forgetAll() {
  for (const key of [accountKey, pluginKey]) localStorage.removeItem(key);
}

/** Enough of a token to distinguish it from another one. */
export const masked = (token) => `${token.slice(0, 6)}…${token.slice(-4)}`;
