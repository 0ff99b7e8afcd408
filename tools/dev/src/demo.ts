import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { deploymentOf, deploymentOptions, deploymentUsage, inVerdictColour, readArguments, runCommand } from '@sync/command-line';
import { discardEmbeddedPostgres, freePort } from '@sync/embedded-services';
import { readOverview } from './demo/admin-step';
import { demonstrateAgainst } from './demo/against';
import { DemoFailed } from './demo/service-calls';
import { runScenario, type ScenarioShop } from './demo/scenario';
import { portVariables } from './supervisor/apps';
import { CannotStart } from './supervisor/cannot-start';
import { FolderInUse, lockDataFolder } from './supervisor/data-folder-lock';
import { demoShop } from './supervisor/demo-shop';
import { TailOutput } from './supervisor/output';
import { Service } from './supervisor/service';
import { readSettings, UnusableSetting, type Settings } from './supervisor/settings';
import { onStopSignal } from './supervisor/stop-signals';

const usage = `Usage: npm run demo -- [--against <url> [--shop-address <host>]]
Connects two shops of two platforms, syncs their data and receives their webhooks, on a temporary database.
${deploymentUsage}
Its new tenant stays; the connections of the shops and their records go at the end.`;

const interrupted = 130;

/** Ignores the environment's service settings and uses a temporary embedded database, so that it can run beside `npm start`. */
async function demoSettings(): Promise<Settings> {
  const settings = readSettings(process.env, portVariables);
  const dataFolder = join(settings.dataFolder, 'demo');
  return {
    ...settings,
    host: '127.0.0.1',
    port: await freePort(),
    databaseUrl: null,
    databaseDirectUrl: null,
    redisUrl: null,
    encryptionKeys: null,
    dataFolder,
    stopNoticeMs: 0,
    appPorts: new Map(),
  };
}

async function shopsOf({ dataFolder }: Settings) {
  const first = await demoShop(dataFolder, 'shop-one', { platform: 'commerce_a', name: 'Nordlicht', seed: 7 });
  const size = { customers: 120, products: 80, orders: 180 };
  const second = await demoShop(dataFolder, 'shop-two', { platform: 'commerce_b', name: 'Café Zürich', seed: 8, ...size });
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
  const known = error instanceof DemoFailed || error instanceof CannotStart;
  console.error(
    `\n${inVerdictColour('failed', 'The demo failed.', process.stderr)} ${known ? error.message : ((error as Error).stack ?? String(error))}`,
  );
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
  const settings = await demoSettings();
  const release = lockDataFolder(settings.dataFolder);
  process.once('exit', release);
  await discardEmbeddedPostgres(join(settings.dataFolder, 'postgres'));
  const output = new TailOutput();
  const [first, second] = await shopsOf(settings);
  const { REDIS_URL: _redis, ...environment } = process.env;
  const service = new Service(settings, output, [first, second], { ...environment, STOP_NOTICE_MS: '0' });

  const scenarioShops = [
    { name: 'Nordlicht', platform: first.platform, url: first.url },
    { name: 'Café Zürich', platform: second.platform, url: second.url },
  ] as const;
  let code: number | null = null;
  const end = async (exitCode: number) => {
    code = exitCode;
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
    if (code !== null) return;
    explain(error, output);
    await end(1);
  }
}

runCommand(usage, demonstrate).catch((error: Error) => {
  if (error instanceof FolderInUse)
    console.error(`Another demo is running in this folder (process ${error.pid}). Wait until it has finished.`);
  else console.error(error instanceof UnusableSetting || error instanceof CannotStart ? error.message : error);
  process.exit(1);
});
