import { execFile } from 'node:child_process';
import { ConnectorPage } from '../testing/connector-page';
import { run } from '../testing/documented-calls';
import { pluginCode, pluginValues } from '../testing/documented-plugin';
import type { RunningService } from '../testing/running-service';
import { Visitor } from '../testing/visitor';
import type { Ground } from './ground';
import type { Walk } from './walk';

/** From the page of the documentation to a plugin whose shop is up to date. */
export async function walkAsPluginAuthor(walk: Walk, { tests }: Ground): Promise<void> {
  const { service } = tests;
  const values = pluginValues(service);
  /** A command of the page, with what it prints. */
  const typed = async (part: string) => {
    const { status, body, errors } = await run(pluginCode(part), values);
    return `${pluginCode(part)}\n${status}\n${JSON.stringify(body, null, 2)}\n${errors}`;
  };
  const { page } = await Visitor.with(tests.browser);
  await walk.step('Open the page for plugin authors in the documentation', async () => {
    await page.goto(`${service.url}/docs/plugin-authors`);
    await page.locator('.vp-doc h1').waitFor();
    return page;
  });
  await walk.step('Register the demo shop with the command of the page', () => typed('demo-shop-a.json'));
  await walk.step('Ask the doctor whether the shop has what the service needs', () => examine(service));
  const { tenantId, token } = await service.tenant();
  const connector = await ConnectorPage.open(tests, { system: 'mailing_platform', connection: 'commerce_a', 'tenant-id': tenantId, token });
  await walk.step('Generate a token in a page with the connector', async () => {
    values.set('scc_…', await connector.newToken());
    return connector.page;
  });
  await walk.step('Register with this token: the connector shows the shop, up to date', async () => {
    await typed('"connection_token": "scc_…"');
    await connector.shows(/^Last sync/);
    return connector.page;
  });
}

/** What `npm run doctor` prints about the shop, with the credentials that its plugin registers. */
function examine(service: RunningService): Promise<string> {
  const { credentials } = service.shopSecrets<{ credentials: object }>('demo-shop-a');
  const words = ['dist/tools/dev/operations.mjs', 'doctor', '--base-url', service.shopUrl('demo-shop-a'), '--system', 'commerce_a'];
  const env = { PATH: process.env.PATH, SHOP_CREDENTIALS: JSON.stringify(credentials) };
  // A problem of the shop is no failure of the walk: it is what the author reads.
  return new Promise((resolve) => execFile(process.execPath, words, { env }, (_, output, errors) => resolve(`${output}${errors}`)));
}
