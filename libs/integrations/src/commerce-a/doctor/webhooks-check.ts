import type { IntegrationConnection } from '@sync/integration-contract';
import { credentialText } from '../../mapping/credentials';
import { text, type PlatformRow } from '../../mapping/platform-values';
import { check, otherwise, when, type Verdict } from '../../shop-doctor/check';
import { responseVerdicts } from '../../shop-doctor/response-verdicts';
import type { ShopQuestions } from './shop-questions';

const webhooksPage = 'WooCommerce > Settings > Advanced > Webhooks';
const secretAdvice =
  'Its secret is the webhook_secret that the plugin sent when the shop was connected. Without one the platform makes a secret of its own, and this service refuses the webhook.';
/** A customer is never in a trash, so none is restored. */
const events: Readonly<Record<string, readonly string[]>> = {
  customer: ['created', 'updated', 'deleted'],
  order: ['created', 'updated', 'deleted', 'restored'],
  product: ['created', 'updated', 'deleted', 'restored'],
};

export const webhooksCheck = check('webhooks', 'The shop sends webhooks for changes', {
  needs: ['read-orders'],
  ask: (shop: ShopQuestions) => shop.webhooks(),
  judge: ({ reply, body, rows }, { storeBase, connection }) => [
    ...(reply.isHtml()
      ? responseVerdicts(reply, storeBase, 'List of webhooks').map((inFront) => ({ ...inFront, verdict: 'notice' as const }))
      : []),
    when(reply.status !== 200 || !Array.isArray(body))
      .evidence(`The list of webhooks returned ${reply.status}.`)
      .notice('The user of the key may not see webhooks, so that nothing can be said about them.')
      .advice(
        `Look at ${webhooksPage}: each webhook that delivers to ${connection.isUnsaved ? 'this service' : deliveryUrlOf(connection, [])} must be active.`,
      ),
    when(connection.isUnsaved === true)
      .evidence(`The shop lists ${rows.length}; none is compared.`)
      .notice('The shop was examined without a connection, and only a connection has a delivery URL.')
      .advice('Connect the shop, then examine the connection: that shows the delivery URL and the webhooks that are missing.'),
    ...ownVerdicts(
      connection,
      rows.filter((row) => addressIn(row).includes(pathOf(connection))),
    ),
  ],
});

/** Verdicts on the webhooks that deliver to the connection. */
function ownVerdicts(connection: IntegrationConnection, ours: readonly PlatformRow[]): Verdict[] {
  const active = ours.filter(({ status }) => status === 'active');
  const isDisabled = active.length < ours.length;
  const missing = missingTopics(new Set(active.map(({ topic }) => text(topic))));
  const counted = `${ours.length} of them deliver to this connection, ${active.length} are active`;
  const deliveryUrl = `The delivery URL is ${deliveryUrlOf(connection, ours)}.`;
  const unsigned = when(credentialText(connection, 'webhook_secret') === '').evidence(
    `${counted}, and the connection has no webhook secret.`,
  );
  return [
    (isDisabled ? unsigned.problem : unsigned.notice)(
      'Without a secret this service refuses every webhook, and the platform disables a webhook permanently after a few failed deliveries.',
    ).advice(
      `Replace the credentials of the connection by ones with a webhook_secret, and enter the same secret in each webhook in ${webhooksPage}. ${deliveryUrl}`,
    ),
    when(isDisabled)
      .evidence(`${counted}.`)
      .problem('The platform disables a webhook permanently after a few failed deliveries.')
      .advice(
        `In ${webhooksPage}, compare the delivery URL of each and enter its secret again, then set it to "Active". ${deliveryUrl} ${secretAdvice} What was missed meanwhile comes with the next export of changes.`,
      ),
    when(missing.length === 0).good(`${counted}.`),
    otherwise
      .evidence(`${counted}, and none for ${missing.join(', ')}.`)
      .notice('They were never created, or someone deleted them: such changes come with the schedule only.')
      .advice(`To get them at once, add a webhook for each in ${webhooksPage}. ${deliveryUrl} ${secretAdvice}`),
  ];
}

/** By type where all of its topics are missing: `customer, order.deleted`. */
function missingTopics(present: ReadonlySet<string | null>): string[] {
  return Object.entries(events).flatMap(([resource, names]) => {
    const missing = names.map((name) => `${resource}.${name}`).filter((topic) => !present.has(topic));
    return missing.length === names.length ? [resource] : missing;
  });
}

function pathOf({ id }: IntegrationConnection): string {
  return `/api/webhooks/${id}`;
}

function addressIn({ delivery_url }: PlatformRow): string {
  return text(delivery_url) ?? '';
}

/** Only a webhook that exists shows the address of the service as the shop reaches it. */
function deliveryUrlOf(connection: IntegrationConnection, ours: readonly PlatformRow[]): string {
  const path = pathOf(connection);
  const known = ours.map(addressIn).find((address) => isDeliveryUrl(address, path));
  return known ?? `{base_url}${path}, where {base_url} is the public address of this service`;
}

/** An address without a user, a query and a fragment, which could hold any text. */
function isDeliveryUrl(address: string, path: string): boolean {
  return /^https?:\/\/[a-z0-9.:[\]-]{1,255}(\/[\w.-]{1,100}){3,8}$/i.test(address) && address.endsWith(path);
}
