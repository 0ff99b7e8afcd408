import type { Observation, ShopCheck } from '@sync/integration-contract';
import { asRow, text, type PlatformRow } from '../../mapping/platform-values';
import { good, notice, problem } from '../../shop-doctor/observations';
import { jsonIn, rowsIn, type ShopQuestions } from './shop-questions';

const webhooksPage = 'WooCommerce > Settings > Advanced > Webhooks';
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
  const { reply } = await shop.webhooks();
  if (reply.status !== 200 || !Array.isArray(jsonIn(reply)))
    return notice(
      `The list of webhooks returned ${reply.status}.`,
      'The user of the key may not see webhooks, so that nothing can be said about them.',
      `Look at ${webhooksPage}: each webhook that delivers to this service must be active.`,
    );
  const ours = rowsIn(reply).filter((row) => deliversTo(row, shop.connection.id));
  const active = ours.filter(({ status }) => status === 'active');
  const evidence = `${ours.length} of them deliver to this connection, ${active.length} are active.`;
  if (active.length < ours.length)
    return problem(
      evidence,
      'The platform disables a webhook permanently after a few failed deliveries.',
      `Set them to "Active" in ${webhooksPage}. What was missed meanwhile comes with the next export of changes.`,
    );
  const missing = missingTopics(new Set(active.map(({ topic }) => text(topic))));
  if (missing.length === 0) return good(evidence);
  return notice(
    `${evidence.slice(0, -1)}, and none for ${missing.join(', ')}.`,
    'They were never created, or someone deleted them: such changes come with the schedule only.',
    `To get them at once, add a webhook for each in ${webhooksPage}, with the delivery URL and the secret of this connection.`,
  );
}

/** By type where all of its topics are missing: `customer, order.deleted`. */
function missingTopics(present: ReadonlySet<string | null>): string[] {
  return Object.entries(events).flatMap(([resource, names]) => {
    const missing = names.map((name) => `${resource}.${name}`).filter((topic) => !present.has(topic));
    return missing.length === names.length ? [resource] : missing;
  });
}

function deliversTo(row: PlatformRow, connectionId: string): boolean {
  const address = text(asRow(row)?.delivery_url) ?? '';
  return address.includes(`/api/webhooks/${connectionId}`);
}
