import { ConnectionSyncError } from '@sync/client';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { deploymentOf, deploymentOptions, deploymentUsage, inVerdictColour, readArguments, runCommand } from '@sync/command-line';
import { discardEmbeddedPostgres } from '@sync/embedded-services';
import { readOverview } from './demo/admin-step';
import { demonstrateAgainst } from './demo/against';
import { runScenario, type ScenarioShop } from './demo/scenario';
import { apps } from './supervisor/apps';
import { endWith, reasonOf } from './supervisor/cannot-start';
import { lockDataFolder } from './supervisor/data-folder-lock';
import { demoShop } from './supervisor/demo-shop';
import { TailOutput } from './supervisor/output';
import { Service } from './supervisor/service';
import { readSettings, type Settings } from './supervisor/settings';
import { onStopSignal } from './supervisor/stop-signals';

const usage = `Usage: npm run demo -- [--against <url> [--shop-address <host>]]
Connects two shops of two platforms, syncs their data and receives their webhooks, on a temporary database.
${deploymentUsage}
Its new tenant stays; the connections of the shops and their records go at the end.`;

const interrupted = 130;

/** Its own temporary database and free ports, so that it can run beside `npm start`. */
function demoSettings(): Settings {
  const own = { PORT: '0', STOP_NOTICE_MS: '0', DATA_FOLDER: join(process.env.DATA_FOLDER || '.data', 'demo') };
  const { EXPORT_WORKERS, WORKER_CONCURRENCY } = process.env;
  return readSettings({ EXPORT_WORKERS, WORKER_CONCURRENCY, ...own });
}

/** For the apps: without what `demoSettings` ignores. */
function demoEnvironment(): NodeJS.ProcessEnv {
  const ignored = ['REDIS_URL', ...apps.map(({ portVariable }) => portVariable)];
  return { ...process.env, ...Object.fromEntries(ignored.map((name) => [name, undefined])), STOP_NOTICE_MS: '0' };
}

async function shopsOf({ dataFolder }: Settings) {
  const first = await demoShop(dataFolder, 'shop-one', { platform: 'commerce_a', name: 'Nordlicht', seed: 7 });
  const size = { customers: 120, products: 80, orders: 180 };
  const second = await demoShop(dataFolder, 'shop-two', { platform: 'commerce_b', name: 'Café Zürich', seed: 8, module: true, ...size });
  return [first, second] as const;
}

async function run(service: Service, shops: readonly [ScenarioShop, ScenarioShop], started: number): Promise<void> {
  console.log(
    '1. Starting the service on this machine: Postgres from npm, connection API, admin API, export workers, webhook ingress and two demo shops',
  );
  console.log('   the whole demo takes about 20 s; press Ctrl-C to stop it');
  await service.start();
  if (service.isStopping) return;
  console.log(`   ready at ${service.url} after ${((Date.now() - started) / 1000).toFixed(1)} s`);
  const support = (connections: number) => readOverview(service.url, service.administrator, connections);
  await Promise.race([runScenario({ serviceUrl: service.url, shops, support }, process.stdout), service.failure]);
}

function explain(error: unknown, output?: TailOutput): void {
  const reason = error instanceof ConnectionSyncError ? error.message : reasonOf(error);
  console.error(`\n${inVerdictColour('failed', 'The demo failed.', process.stderr)} ${reason}`);
  const tail = output?.tail();
  if (tail) console.error(`\nLast output of each process:\n${tail}`);
}

async function demonstrate(args: readonly string[]): Promise<void> {
  const deployment = deploymentOf(readArguments(args, deploymentOptions).values);
  if (deployment === null) return demonstrateHere(Date.now());
  try {
    await demonstrateAgainst(deployment, process.stdout);
    console.log(`${inVerdictColour('ok', 'Done')}.`);
  } catch (error) {
    explain(error);
    process.exitCode = 1;
  }
}

async function demonstrateHere(started: number): Promise<void> {
  const settings = demoSettings();
  lockDataFolder(settings.dataFolder);
  await discardEmbeddedPostgres(join(settings.dataFolder, 'postgres'));
  const output = new TailOutput();
  const [first, second] = await shopsOf(settings);
  const service = new Service(settings, output, [first, second], demoEnvironment());

  const scenarioShops = [
    { name: 'Nordlicht', platform: first.platform, url: first.url },
    { name: 'Café Zürich', platform: second.platform, url: second.url },
  ] as const;
  const end = async (exitCode: number) => {
    await service.stop();
    await discardEmbeddedPostgres(join(settings.dataFolder, 'postgres'));
    rmSync(settings.dataFolder, { recursive: true, force: true });
    process.exit(exitCode);
  };
  onStopSignal(
    (reason) => {
      console.error(`\n${reason}: stopping. Press Ctrl-C again to force.`);
      void end(interrupted);
    },
    () => process.exit(1),
  );
  try {
    await run(service, scenarioShops, started);
    if (service.isStopping) return;
    console.log(
      `${inVerdictColour('ok', 'Done')} in ${((Date.now() - started) / 1000).toFixed(1)} s. Run \`npm start\` to keep the service running.`,
    );
    await end(0);
  } catch (error) {
    if (service.isStopping) return;
    explain(error, output);
    await end(1);
  }
}

runCommand(usage, demonstrate).catch(endWith);
