import { DemoShopA } from '@sync/demo-shops';
import { until } from '@sync/test-harness';
import { initialise, link } from './actors';
import { deliveryOf, exchangePatiently, json } from './exchange';
import type { ServiceUnderTest } from './service-under-test';

/** Links a shop, exports it, takes one webhook of it and reads all from the feed. Rejects when a step fails or has no effect. */
export async function smallestJourney(service: ServiceUnderTest): Promise<void> {
  const [ingress] = await Promise.all([service.startIngress(), service.startWorker()]);
  const shop = await DemoShopA.start({ customers: 60, products: 60, orders: 60 });
  try {
    const caller = await initialise(service);
    const { connectionId } = await link(service, caller, shop);
    const customers = async () =>
      json<{ data: { first_name: string }[] }>(await service.ask('GET', '/api/records/customers?limit=1000', { token: caller.token })).data;
    await until(async () => (await customers()).length === 60);

    const [id] = shop.ids('customers');
    shop.change('customers', id as number, { first_name: 'Changed' });
    const deliveryUrl = `${ingress.url}/api/webhooks/${connectionId}`;
    const webhook = shop.webhooks.request({ deliveryUrl }, 'customer.updated', id as number);
    const { status, text } = await exchangePatiently(deliveryUrl, deliveryOf(webhook));
    if (status !== 200) throw new Error(`The webhook got the response ${status}: ${text}`);
    await until(async () => (await customers()).some(({ first_name }) => first_name === 'Changed'));
    // Orders and products may still be fetched, which waits for a shop that has gone.
    await until(async () => (await service.rows(`select from tasks where state = 'pending'`)).length === 0);
  } finally {
    await shop.stop();
  }
}
