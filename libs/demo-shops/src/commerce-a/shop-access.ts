import { customerOwnedKey, type ShopCredentials } from './shop-credentials';
import { errorAnswer, type ShopAnswer } from './wordpress-answers';

function basic(key: string, secret: string): string {
  return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`;
}

const vary = { Vary: 'Origin' };

/**
 * Whether the request may list: null, or the platform's refusal. A real shop looks at Basic over https only; this one, which nobody but its own
 * machine reaches, looks at it over plain http.
 */
export class ShopAccess {
  private readonly accepted: string;
  private readonly knownKey: string;

  constructor({ consumer_key, consumer_secret }: ShopCredentials) {
    this.accepted = basic(consumer_key, consumer_secret);
    this.knownKey = consumer_key;
  }

  refusal(authorization: string | undefined): ShopAnswer | null {
    if (authorization === this.accepted) return null;
    if (authorization === basic(customerOwnedKey.consumer_key, customerOwnedKey.consumer_secret)) {
      return errorAnswer(403, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.');
    }
    if (authorization?.startsWith('Basic ') && Buffer.from(authorization.slice(6), 'base64').toString().startsWith(`${this.knownKey}:`)) {
      return errorAnswer(401, 'woocommerce_rest_authentication_error', 'Consumer secret is invalid.', {}, vary);
    }
    return errorAnswer(401, 'woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.', {}, vary);
  }
}
