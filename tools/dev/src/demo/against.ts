import type { DeploymentAddress } from '@sync/command-line';
import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { runScenario, type ScenarioShop } from './scenario';

const sizes = { customers: 120, products: 80, orders: 180 };

function scenarioShop({ name, port }: DemoShopA | DemoShopB, platform: string): ScenarioShop {
  // A shop can be controlled from its own machine only.
  return { name, platform, url: `http://127.0.0.1:${port}` };
}

/**
 * The scenario with a deployment that is already there: only the shops run here, and their connections are uninstalled at the end.
 * Throws DemoFailed.
 */
export async function demonstrateAgainst(
  { url: serviceUrl, shopAddress: address }: DeploymentAddress,
  stream: NodeJS.WriteStream,
): Promise<void> {
  const nordlicht = await DemoShopA.start({ name: 'Nordlicht', seed: 7, address });
  const zuerich = await DemoShopB.start({ name: 'Café Zürich', seed: 8, address, module: true, ...sizes });
  stream.write(`1. The service is at ${serviceUrl}; two demo shops start on this machine, at ${nordlicht.url} and ${zuerich.url}\n`);
  try {
    const shops = [scenarioShop(nordlicht, 'commerce_a'), scenarioShop(zuerich, 'commerce_b')] as const;
    const support = async () => 'skipped, because the operators of a deployment have an address and a sign-in of their own';
    const { company, linked } = await runScenario({ serviceUrl, shops, support }, stream);
    for (const { connectionId } of linked) await company.connections.delete(connectionId);
    stream.write('9. The connections are uninstalled\n');
  } finally {
    await Promise.all([nordlicht.stop(), zuerich.stop()]);
  }
}
