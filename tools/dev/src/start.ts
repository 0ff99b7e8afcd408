import { readArguments, runCommand } from '@sync/command-line';
import { portVariables, processesOf } from './supervisor/apps';
import { CannotStart } from './supervisor/cannot-start';
import { FolderInUse, lockDataFolder } from './supervisor/data-folder-lock';
import { demoShop, type DemoShopProcess } from './supervisor/demo-shop';
import { TerminalOutput } from './supervisor/output';
import { requireRedis } from './supervisor/require-redis';
import { Service } from './supervisor/service';
import { readSettings, UnusableSetting } from './supervisor/settings';
import { onStopSignal } from './supervisor/stop-signals';

const usage = `Usage: npm start
Runs the service in the foreground, with an embedded Postgres unless DATABASE_URL is set and two demo shops unless DEMO=0.
Takes no arguments; docs/operations/README.md lists its environment variables.`;

const demoShops = [
  { name: 'demo-shop-a', setup: { platform: 'commerce_a', name: 'Demo Shop A' }, port: 8091 },
  { name: 'demo-shop-b', setup: { platform: 'commerce_b', name: 'Demo Shop B' }, port: 8092 },
] as const;

function lock(dataFolder: string): () => void {
  try {
    return lockDataFolder(dataFolder);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new CannotStart(`The service is already running in this folder (process ${error.pid}, data in ${dataFolder}). Stop it first.`);
  }
}

function announce(service: Service): void {
  const lines: [string, string][] = [
    ...service.addresses().map(({ label, url }) => [label, url] as [string, string]),
    ['Database', service.databaseDescription],
  ];
  if (service.databaseNotice !== null) lines.push(['Connections', service.databaseNotice]);
  const administrator = service.administrator
    ? `login ${service.administrator.login}, password ${service.administrator.password} (shown only now; change it at the first sign-in)`
    : 'lost the password? npm run admin -- reset --login <login>';
  lines.push(['Administrator', administrator]);
  const width = Math.max(...lines.map(([label]) => label.length));
  for (const [label, text] of lines) console.log(`${label.padEnd(width)}  ${text}`);
  console.log(`ready: the service runs at ${service.url} (press Ctrl-C to stop)`);
}

async function start(args: readonly string[]): Promise<void> {
  readArguments(args, {});
  const settings = readSettings(process.env, portVariables);
  await requireRedis(settings.redisUrl);
  const release = lock(settings.dataFolder);
  process.once('exit', release);
  const output = new TerminalOutput([
    'supervisor',
    ...demoShops.map(({ name }) => name),
    ...processesOf(settings.exportWorkers).map(({ name }) => name),
  ]);
  const shops: DemoShopProcess[] = [];
  if (settings.demo) for (const { name, setup, port } of demoShops) shops.push(await demoShop(settings.dataFolder, name, setup, port));
  const service = new Service(settings, output, shops, process.env);

  let stopping = false;
  const end = async (code: number) => {
    stopping = true;
    await service.stop();
    process.exit(code);
  };
  onStopSignal(
    (reason) => {
      output.notice(`${reason}: stopping. Press Ctrl-C again to force.`);
      void end(0);
    },
    () => process.exit(1),
  );
  try {
    await service.start();
    if (stopping) return;
    announce(service);
    await service.failure;
  } catch (error) {
    if (stopping) return;
    output.notice(error instanceof CannotStart ? error.message : ((error as Error).stack ?? String(error)));
    await end(1);
  }
}

runCommand(usage, start).catch((error: Error) => {
  console.error(error instanceof UnusableSetting || error instanceof CannotStart ? error.message : error);
  process.exit(1);
});
