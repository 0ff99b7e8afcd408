import { once } from 'node:events';
import { connect } from 'node:net';
import { readArguments, runCommand } from '@sync/command-line';
import { instancesOf } from './supervisor/apps';
import { CannotStart, endWith, reasonOf } from './supervisor/cannot-start';
import { lockDataFolder } from './supervisor/data-folder-lock';
import { demoShop } from './supervisor/demo-shop';
import { TerminalOutput } from './supervisor/output';
import { Service } from './supervisor/service';
import { readSettings, settingsHelp } from './supervisor/settings';
import { onStopSignal } from './supervisor/stop-signals';

const usage = `Usage: npm start
Runs the service in the foreground, with an embedded Postgres and two demo shops. Takes no arguments, but environment variables:

${settingsHelp}

Its apps read more: docs/operations/configuration.md.`;

const redisTimeoutMs = 3_000;

/**
 * Throws CannotStart when nothing listens at REDIS_URL. The apps would start without it and take requests, but no sync would run: the person
 * at the terminal should learn it here. The message shows no password.
 */
async function requireRedis(redisUrl: string): Promise<void> {
  const { hostname, port, host } = new URL(redisUrl);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(redisTimeoutMs) });
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    const reason = name === 'AbortError' ? 'timeout' : code;
    throw new CannotStart(
      `REDIS_URL: no Redis listens at ${host} (${reason}). Start it, or unset REDIS_URL: then Postgres holds the queues.`,
    );
  } finally {
    socket.destroy();
  }
}

function announce(service: Service): void {
  const administrator = service.administrator
    ? `login ${service.administrator.login}, password ${service.administrator.password} (shown only now; change it at the first sign-in)`
    : 'lost the password? npm run admin -- reset --login <login>';
  const lines = [...service.addresses(), { label: 'Database', text: service.databaseDescription }];
  if (service.databaseNotice !== null) lines.push({ label: 'Connections', text: service.databaseNotice });
  lines.push({ label: 'Administrator', text: administrator });
  const width = Math.max(...lines.map(({ label }) => label.length));
  for (const { label, text } of lines) console.log(`${label.padEnd(width)}  ${text}`);
  console.log(`ready: the service runs at ${service.url} (press Ctrl-C to stop)`);
}

async function start(args: readonly string[]): Promise<void> {
  readArguments(args, {});
  const settings = readSettings(process.env);
  if (settings.redisUrl !== undefined) await requireRedis(settings.redisUrl);
  lockDataFolder(settings.dataFolder);
  const shops =
    settings.demo === '0'
      ? []
      : [
          await demoShop(settings.dataFolder, 'demo-shop-a', { platform: 'commerce_a', name: 'Demo Shop A' }, 8091),
          await demoShop(settings.dataFolder, 'demo-shop-b', { platform: 'commerce_b', name: 'Demo Shop B', module: true }, 8092),
        ];
  const processes = [...shops.map(({ name }) => name), ...instancesOf(settings.exportWorkers).map(({ process }) => process)];
  const output = new TerminalOutput(['supervisor', ...processes]);
  const service = new Service(settings, output, shops, process.env);
  const end = async (code: number) => {
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
    if (service.isStopping) return;
    announce(service);
    await service.failure;
  } catch (error) {
    if (service.isStopping) return;
    output.notice(reasonOf(error));
    await end(1);
  }
}

runCommand(usage, start).catch(endWith);
