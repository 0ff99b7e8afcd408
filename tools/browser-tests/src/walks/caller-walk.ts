import { readFileSync } from 'node:fs';
import { blocksOf } from '../testing/documented-calls';
import { startReceiver } from '../testing/receiver';
import { ReferencePage } from '../testing/reference-page';
import { connectPath, Visitor } from '../testing/visitor';
import { WebhooksPage } from '../testing/webhooks-page';
import type { Ground } from './ground';
import type { Walk } from './walk';

/** The body that docs/callers.md sends in the call with this part. */
function documentedBody(part: string): string {
  const blocks = blocksOf(readFileSync('docs/callers.md', 'utf8'));
  const code = blocks.find((block) => block.code.startsWith('curl') && block.code.includes(part))?.code ?? '';
  return /-d '([^']*)'/.exec(code)?.[1] ?? '';
}

/** From the page of the documentation to the first webhook, in the reference that tries each call. */
export async function walkAsCaller(walk: Walk, { tests }: Ground): Promise<void> {
  const { service } = tests;
  const { page } = await Visitor.with(tests.browser);
  const reference = new ReferencePage(page);
  await walk.step('Open the page for callers in the documentation', async () => {
    await page.goto(`${service.url}/docs/callers`);
    await page.locator('.vp-doc h1').waitFor();
    return page;
  });
  await walk.step('Open the reference and search for the first call', async () => {
    await page.goto(`${service.url}/api/docs`);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('initialise');
    await page.locator('#found').filter({ hasText: 'operation' }).waitFor();
    return page;
  });
  await walk.step('Sign up with it: the next calls carry the token', async () => {
    await page.keyboard.press('Enter');
    const connect = await reference.tryIt(connectPath, 'POST');
    await connect.locator('textarea').fill(documentedBody('your-id-of-the-company'));
    await connect.getByRole('button').click();
    await connect.getByText(/^201 Created/).waitFor();
    return page;
  });
  const token = await page.locator('#token').inputValue();
  await walk.step('Link the shop with the token of its owner', async () => {
    const { connection_token } = await service.shop<{ connection_token: string }>('demo-shop-a', 'register', { service_url: service.url });
    const connect = reference.form(connectPath, 'POST');
    await connect.locator('input[name="token"]').check();
    await connect.locator('textarea').fill(documentedBody('"connection_token": "scc_…"').replace('scc_…', connection_token));
    await connect.getByRole('button').click();
    await connect.getByText('"slug": "commerce_a"').waitFor();
    return page;
  });
  await walk.step('Wait in the feed for the first order', async () => {
    const orders = await reference.tryIt('/api/records/orders', 'GET');
    await orders.locator('input[name="limit"]').fill('1');
    await orders.locator('input[name="wait"]').fill('30');
    await orders.getByRole('button').click();
    await orders.getByText('"source_id"').first().waitFor();
    return page;
  });
  const receiver = await startReceiver();
  receiver.status = 204;
  const body = '<service-webhooks></service-webhooks>';
  const webhooks = await WebhooksPage.open(tests, await service.session('webhooks', { token }), { body });
  await walk.step('Add an endpoint in the webhooks widget: its secret is shown once', async () => {
    await webhooks.add(receiver.url);
    await webhooks.host.getByLabel('Signing secret').waitFor();
    return webhooks.page;
  });
  await walk.step('Send a test: the delivery arrives', async () => {
    await webhooks.press('Done');
    await webhooks.press('Send a test');
    await webhooks.shows('Delivered');
    return webhooks.page;
  });
  receiver.stop();
}
