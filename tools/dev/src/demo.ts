import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { discardEmbeddedPostgres, freePort, readArguments, runCommand } from '@sync/embedded-services';
import { DemoFailed } from './demo/service-calls';
import { tellStory } from './demo/story';
import { portVariables } from './supervisor/apps';
import { CannotStart } from './supervisor/cannot-start';
import { FolderInUse, lockDataFolder } from './supervisor/data-folder-lock';
import { demoShop } from './supervisor/demo-shop';
import { RememberingOutput } from './supervisor/output';
import { Service } from './supervisor/service';
import { readSettings, UnusableSetting, type Settings } from './supervisor/settings';
import { onStopSignal } from './supervisor/stop-signals';

const usage = `Usage: npm run demo
Links two shops of two platforms, moves their data and takes their webhooks, on a database of its own. It takes no arguments.`;

const interrupted = 130;

/** Always the embedded default, on a database of its own, so that it runs beside `npm start` and leaves nothing behind. */
async function demoSettings(): Promise<Settings> {
  const settings = readSettings(process.env, portVariables);
  const dataFolder = join(settings.dataFolder, 'demo');
  return {
    ...settings,
    host: '127.0.0.1',
    port: await freePort(),
    databaseUrl: null,
    encryptionKeys: null,
    dataFolder,
    appPorts: new Map(),
  };
}

async function run(service: Service, shops: Parameters<typeof tellStory>[1], started: number): Promise<void> {
  console.log(
    '1. The service starts on this machine: Postgres from npm, the connection API, the export workers, the webhook ingress and two demo shops',
  );
  await service.start();
  console.log(`   ready at ${service.url} after ${((Date.now() - started) / 1000).toFixed(1)} s`);
  await Promise.race([tellStory(service.url, shops, process.stdout), service.failure]);
}

function explain(error: unknown, output: RememberingOutput): void {
  const known = error instanceof DemoFailed || error instanceof CannotStart;
  console.error(`\nThe demo failed. ${known ? error.message : ((error as Error).stack ?? String(error))}`);
  const tail = output.tail();
  if (tail !== '') console.error(`\nLast lines of each part:\n${tail}`);
}

async function demonstrate(args: readonly string[]): Promise<void> {
  readArguments(args, {});
  const started = Date.now();
  const settings = await demoSettings();
  const release = lockDataFolder(settings.dataFolder);
  process.once('exit', release);
  await discardEmbeddedPostgres(join(settings.dataFolder, 'postgres'));
  const output = new RememberingOutput();
  const first = await demoShop(settings.dataFolder, 'shop-one', { platform: 'commerce_a', name: 'Nordlicht', seed: 7 });
  const second = await demoShop(settings.dataFolder, 'shop-two', {
    platform: 'commerce_b',
    name: 'Café Zürich',
    seed: 8,
    customers: 120,
    products: 80,
    orders: 180,
  });
  const { REDIS_URL: _redis, ...environment } = process.env;
  const service = new Service(settings, output, [first, second], environment);

  const storyShops = [
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
    () => void end(interrupted),
    () => process.exit(1),
  );
  try {
    await run(service, storyShops, started);
    console.log(`Done in ${((Date.now() - started) / 1000).toFixed(1)} s. \`npm start\` keeps the same service running.`);
    await end(0);
  } catch (error) {
    if (code !== null) return;
    explain(error, output);
    await end(1);
  }
}

runCommand(usage, demonstrate).catch((error: Error) => {
  if (error instanceof FolderInUse) console.error(`Another demo runs in this folder (process ${error.pid}). Wait until it has ended.`);
  else console.error(error instanceof UnusableSetting || error instanceof CannotStart ? error.message : error);
  process.exit(1);
});
