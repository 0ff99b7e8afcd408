import type { IntegrationConnection, Observation, ShopCheck } from '@sync/integration-contract';
import { credentialText } from '../../mapping/credentials';
import { asRow, text, type PlatformRow } from '../../mapping/platform-values';
import { good, notice, problem, responseProblem } from '../../shop-doctor/observations';
import { jsonIn, rowsIn, type ShopQuestions } from './shop-questions';

const webhooksPage = 'WooCommerce > Settings > Advanced > Webhooks';
const secretAdvice =
  'Its secret is the webhook_secret that the plugin sent when the shop was connected. Without one the platform makes a secret of its own, and this service refuses the webhook.';
/** A customer is never in a trash, so none is restored. */
const events: Readonly<Record<string, readonly string[]>> = {
  customer: ['created', 'updated', 'deleted'],
  order: ['created', 'updated', 'deleted', 'restored'],
  product: ['created', 'updated', 'deleted', 'restored'],
};

export function webhooksCheck(shop: ShopQuestions): ShopCheck {
  return { name: 'webhooks', title: 'The shop sends webhooks for changes', needs: ['read-orders'], look: () => lookAtWebhooks(shop) };
}

async function lookAtWebhooks(shop: ShopQuestions): Promise<Observation> {
  const { connection } = shop;
  const { reply } = await shop.webhooks();
  const inFront = reply.isHtml() ? responseProblem(reply, shop.storeBase) : null;
  if (inFront) return { ...inFront, verdict: 'notice', evidence: `List of webhooks: ${inFront.evidence}` };
  if (reply.status !== 200 || !Array.isArray(jsonIn(reply))) return unreadable(connection, reply.status);
  return connection.isUnsaved ? withoutConnection(rowsIn(reply).length) : lookAtOwn(connection, rowsIn(reply));
}

function lookAtOwn(connection: IntegrationConnection, rows: readonly PlatformRow[]): Observation {
  const ours = rows.filter((row) => deliversTo(row, connection.id));
  const active = ours.filter(({ status }) => status === 'active');
  const isDisabled = active.length < ours.length;
  const evidence = `${ours.length} of them deliver to this connection, ${active.length} are active.`;
  const deliveryUrl = `The delivery URL is ${deliveryUrlOf(connection, ours)}.`;
  if (credentialText(connection, 'webhook_secret') === '')
    return (isDisabled ? problem : notice)(
      `${evidence.slice(0, -1)}, and the connection has no webhook secret.`,
      'Without a secret this service refuses every webhook, and the platform disables a webhook permanently after a few failed deliveries.',
      `Replace the credentials of the connection by ones with a webhook_secret, and enter the same secret in each webhook in ${webhooksPage}. ${deliveryUrl}`,
    );
  if (isDisabled)
    return problem(
      evidence,
      'The platform disables a webhook permanently after a few failed deliveries.',
      `In ${webhooksPage}, compare the delivery URL of each and enter its secret again, then set it to "Active". ${deliveryUrl} ${secretAdvice} What was missed meanwhile comes with the next export of changes.`,
    );
  const missing = missingTopics(new Set(active.map(({ topic }) => text(topic))));
  if (missing.length === 0) return good(evidence);
  return notice(
    `${evidence.slice(0, -1)}, and none for ${missing.join(', ')}.`,
    'They were never created, or someone deleted them: such changes come with the schedule only.',
    `To get them at once, add a webhook for each in ${webhooksPage}. ${deliveryUrl} ${secretAdvice}`,
  );
}

function unreadable(connection: IntegrationConnection, status: number): Observation {
  const which = connection.isUnsaved ? 'this service' : deliveryUrlOf(connection, []);
  return notice(
    `The list of webhooks returned ${status}.`,
    'The user of the key may not see webhooks, so that nothing can be said about them.',
    `Look at ${webhooksPage}: each webhook that delivers to ${which} must be active.`,
  );
}

function withoutConnection(count: number): Observation {
  return notice(
    `The shop lists ${count}; none is compared.`,
    'The shop was examined without a connection, and only a connection has a delivery URL.',
    'Connect the shop, then examine the connection: that shows the delivery URL and the webhooks that are missing.',
  );
}

/** By type where all of its topics are missing: `customer, order.deleted`. */
function missingTopics(present: ReadonlySet<string | null>): string[] {
  return Object.entries(events).flatMap(([resource, names]) => {
    const missing = names.map((name) => `${resource}.${name}`).filter((topic) => !present.has(topic));
    return missing.length === names.length ? [resource] : missing;
  });
}

function pathOf(connectionId: string): string {
  return `/api/webhooks/${connectionId}`;
}

function deliversTo(row: PlatformRow, connectionId: string): boolean {
  return addressIn(row).includes(pathOf(connectionId));
}

function addressIn(row: PlatformRow): string {
  return text(asRow(row)?.delivery_url) ?? '';
}

/** Only a webhook that exists shows the address of the service as the shop reaches it. */
function deliveryUrlOf({ id }: IntegrationConnection, ours: readonly PlatformRow[]): string {
  const path = pathOf(id);
  const known = ours.map(addressIn).find((address) => isDeliveryUrl(address, path));
  return known ?? `{base_url}${path}, where {base_url} is the public address of this service`;
}

/** An address without a user, a query and a fragment, which could hold any text. */
function isDeliveryUrl(address: string, path: string): boolean {
  return /^https?:\/\/[a-z0-9.:[\]-]{1,255}(\/[\w.-]{1,100}){3,8}$/i.test(address) && address.endsWith(path);
}
