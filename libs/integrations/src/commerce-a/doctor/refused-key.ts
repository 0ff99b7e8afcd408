import type { Observation } from '@sync/integration-contract';
import { asRow } from '../../mapping/platform-values';
import { refusal } from '../../shop-doctor/observations';
import type { StoreReply } from '../../store-http/store-reply';
import { jsonIn } from './shop-questions';

export const keysPage = 'WooCommerce > Settings > Advanced > REST API';

/** The platform's code for a call without a key: also one whose key it does not know, or did not look at. */
const notSeen = 'woocommerce_rest_cannot_view';

/** Explains a 401 for a list. The platform's message shows whether it saw the key; it is evaluated but not repeated. */
export function explainRefusedKey(storeBase: string, evidence: string, reply: StoreReply): Observation {
  const { code, message } = asRow(jsonIn(reply)) ?? {};
  if (code === 'woocommerce_rest_authentication_error')
    return /permission/i.test(String(message))
      ? refusal(
          evidence,
          'The shop knows the key, and the key may not read.',
          `Edit the key in ${keysPage}: its permissions must be "Read" or "Read/Write".`,
        )
      : refusal(
          evidence,
          'The shop knows the key, and the secret does not belong to it.',
          `Make a new key in ${keysPage}, and connect the shop again with it.`,
        );
  if (code !== undefined && code !== notSeen)
    return refusal(
      evidence,
      'Something else than the shop extension refuses the call: a security extension that closes the REST interface for visitors.',
      'Let the security extension except the REST API.',
    );
  if (storeBase.startsWith('http:'))
    return refusal(
      evidence,
      'The shop saw no key that it knows: over plain http the platform does not look at the key, or the key was revoked or belongs to another shop.',
      `Connect the shop under its https address. If it has none, see whether the key is still listed in ${keysPage}.`,
    );
  return refusal(
    evidence,
    'The Authorization header does not reach the shop, because its web server strips it, or the shop does not know the key: it was revoked, or belongs to another shop.',
    `See whether the key is still listed in ${keysPage}. If it is, let the web server pass the header on (Apache with CGI: "CGIPassAuth On", or a rewrite rule that sets HTTP_AUTHORIZATION).`,
  );
}
