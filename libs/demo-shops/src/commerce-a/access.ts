import { randomBytes } from 'node:crypto';
import type { ShopResponse } from '../base/shop-response';
import { errorResponse } from './responses';

/** What the plugin sends in the handshake and the service stores encrypted. */
export interface ShopCredentials {
  /** The plugin's own secret: the connectivity check compares it. */
  connection_token: string;
  consumer_key: string;
  consumer_secret: string;
  webhook_secret: string;
  /** The plugin lists what has changed. */
  plugin_version?: string;
}

export function newShopCredentials(): ShopCredentials {
  return {
    connection_token: randomBytes(24).toString('base64url'),
    consumer_key: `ck_${randomBytes(20).toString('hex')}`,
    consumer_secret: `cs_${randomBytes(20).toString('hex')}`,
    webhook_secret: randomBytes(24).toString('base64url'),
  };
}

/** The key of a plain customer of the shop, who may not list anything: 403. */
export const customerOwnedKey = { consumer_key: 'ck_owned_by_a_plain_customer', consumer_secret: 'cs_owned_by_a_plain_customer' };

type ApiKey = Pick<ShopCredentials, 'consumer_key' | 'consumer_secret'>;

function basic({ consumer_key, consumer_secret }: ApiKey): string {
  return `Basic ${Buffer.from(`${consumer_key}:${consumer_secret}`).toString('base64')}`;
}

const vary = { Vary: 'Origin' };
const cannotList = 'Sorry, you cannot list resources.';

/**
 * Null when the request may list, else the platform's refusal. A real shop ignores Basic authentication over plain http; this one accepts it, since
 * only its own machine reaches it.
 */
export function refusalOf(authorization: string | undefined, key: ApiKey): ShopResponse | null {
  if (authorization === basic(key)) return null;
  if (authorization === basic(customerOwnedKey)) return errorResponse(403, 'woocommerce_rest_cannot_view', cannotList);
  const [user] = Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64')
    .toString()
    .split(':');
  if (user === key.consumer_key)
    return errorResponse(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.', {}, vary);
  return errorResponse(401, 'woocommerce_rest_cannot_view', cannotList, {}, vary);
}
