import { asRow } from '../../mapping/platform-values';
import { otherwise, when, type Verdict } from '../../shop-doctor/check';
import { jsonIn } from '../../shop-doctor/response-verdicts';
import type { StoreReply } from '../../store-http/store-reply';

export const keysPage = 'WooCommerce > Settings > Advanced > REST API';

/** The platform's code for a call without a key: also one whose key it does not know, or did not look at. */
const notSeen = 'woocommerce_rest_cannot_view';

/** Explains a 401 of the platform for a list. Its message shows whether it saw the key; it is evaluated but not repeated. */
export function refusedKeyVerdicts(storeBase: string, reply: StoreReply): Verdict[] {
  if (reply.status !== 401 || reply.isRefusedByPage()) return [];
  const { code, message } = asRow(jsonIn(reply)) ?? {};
  const knowsKey = code === 'woocommerce_rest_authentication_error';
  return [
    when(knowsKey && /permission/i.test(String(message)))
      .refusal('The shop knows the key, and the key may not read.')
      .advice(`Edit the key in ${keysPage}: its permissions must be "Read" or "Read/Write".`),
    when(knowsKey)
      .refusal('The shop knows the key, and the secret does not belong to it.')
      .advice(`Make a new key in ${keysPage}, and connect the shop again with it.`),
    when(code !== undefined && code !== notSeen)
      .refusal('Something else than the shop extension refuses the call: a security extension that closes the REST interface for visitors.')
      .advice('Let the security extension except the REST API.'),
    when(storeBase.startsWith('http:'))
      .refusal(
        'The shop saw no key that it knows: over plain http the platform does not look at the key, or the key was revoked or belongs to another shop.',
      )
      .advice(`Connect the shop under its https address. If it has none, see whether the key is still listed in ${keysPage}.`),
    otherwise
      .refusal(
        'The Authorization header does not reach the shop, because its web server strips it, or the shop does not know the key: it was revoked, or belongs to another shop.',
      )
      .advice(
        `See whether the key is still listed in ${keysPage}. If it is, let the web server pass the header on (Apache with CGI: "CGIPassAuth On", or a rewrite rule that sets HTTP_AUTHORIZATION).`,
      ),
  ];
}
