import { randomBytes } from 'node:crypto';

/** What the plugin sends at the handshake and the service keeps encrypted. */
export interface ShopCredentials {
  /** The plugin's own secret: the connectivity check compares it. */
  connection_token: string;
  consumer_key: string;
  consumer_secret: string;
  webhook_secret: string;
}

export function newShopCredentials(): ShopCredentials {
  return {
    connection_token: randomBytes(24).toString('base64url'),
    consumer_key: `ck_${randomBytes(20).toString('hex')}`,
    consumer_secret: `cs_${randomBytes(20).toString('hex')}`,
    webhook_secret: randomBytes(24).toString('base64url'),
  };
}

/** Key of a plain customer of the shop, who may not list anything: 403. */
export const customerOwnedKey = { consumer_key: 'ck_owned_by_a_plain_customer', consumer_secret: 'cs_owned_by_a_plain_customer' };
