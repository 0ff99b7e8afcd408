import { portVariables } from './supervisor/apps';
import { FolderInUse, lockDataFolder } from './supervisor/data-folder-lock';
import { demoShop } from './supervisor/demo-shop';
import { TerminalOutput } from './supervisor/output';
import { CannotStart, Service } from './supervisor/service';
import { readSettings, UnusableSetting } from './supervisor/settings';
import { apps } from './supervisor/apps';
import { onStopSignal } from './supervisor/stop-signals';

const shopName = 'demo-shop-a';

function lock(dataFolder: string): () => void {
  try {
    return lockDataFolder(dataFolder);
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    throw new CannotStart(`The service already runs in this folder (process ${error.pid}, data in ${dataFolder}). Stop it first.`);
  }
}

function announce(service: Service): void {
  const addresses = service.addresses();
  const width = Math.max(...addresses.map(({ label }) => label.length));
  for (const { label, url } of addresses) console.log(`${label.padEnd(width)}  ${url}`);
  console.log(`ready: the service answers at ${service.url} (Ctrl-C stops it)`);
}

async function main(): Promise<void> {
  const settings = readSettings(process.env, portVariables);
  const release = lock(settings.dataFolder);
  process.once('exit', release);
  const output = new TerminalOutput(['supervisor', shopName, ...apps.map(({ name }) => name)]);
  const shops = settings.demo ? [await demoShop(settings.dataFolder, shopName, { name: 'Demo Shop A' })] : [];
  const service = new Service(settings, output, shops);

  let stopping = false;
  const end = async (code: number) => {
    stopping = true;
    await service.stop();
    process.exit(code);
  };
  onStopSignal(
    (reason) => {
      output.notice(`${reason}: stopping. A second Ctrl-C ends it by force.`);
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
    output.notice((error as Error).message);
    await end(1);
  }
}

main().catch((error: Error) => {
  console.error(error instanceof UnusableSetting || error instanceof CannotStart ? error.message : error);
  process.exit(1);
});
