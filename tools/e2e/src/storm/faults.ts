import { setTimeout as sleep } from 'node:timers/promises';
import { fillDisk, holdTransaction } from './postgres-faults';
import type { Random } from './random';
import { rotateStoredKeys } from './rotated-keys';
import type { StormyService } from './stormy-service';
import { upgradeAll } from './upgrade-under-load';
import { mistakeKey } from './wrong-key';

const redisAwayMs = 2_500;
/** Longer than any timeout on it. */
const redisHangsMs = 12_000;
const diskFullMs = 2_000;
const transactionMs = 8_000;
const wrongKeyMs = 1_000;

/** Resolves when the part is back, with what the service did wrong meanwhile. */
type Injection = (service: StormyService, random: Random) => Promise<string[]>;

const nothingWrong = (done: Promise<unknown>): Promise<string[]> => done.then(() => []);
const anyWorker = (service: StormyService, random: Random) => random.between(0, service.apps.processes('export-worker').length - 1);

/** Faults of a service. */
export const faults = {
  'kill -9 of a worker': (service, random) => nothingWrong(service.apps.kill('export-worker', anyWorker(service, random))),
  'kill -9 of the ingress': (service) => nothingWrong(service.apps.kill('webhook-ingress')),
  'queues flushed': (service) => nothingWrong(service.flushQueues()),
  'Postgres restarted': (service) => nothingWrong(service.restartPostgres()),
  'half-open connections': (service) => nothingWrong(Promise.resolve(service.silence())),
  'disk full': (service) => nothingWrong(fillDisk(service, diskFullMs)),
  'transaction left open': (service) => nothingWrong(holdTransaction(service, transactionMs)),
  'wrong key': async (service, random) => {
    const worker = anyWorker(service, random);
    const [one, other] = await Promise.all([
      mistakeKey(service, 'webhook-ingress', 0, wrongKeyMs),
      mistakeKey(service, 'export-worker', worker, wrongKeyMs),
    ]);
    return [...one, ...other];
  },
  'apps replaced': async (service) => {
    const unclean = (await upgradeAll(service)).filter(({ code }) => code !== 0);
    return unclean.map(({ code, signal }) => `a replaced app ended with ${code ?? signal}`);
  },
  'keys rotated': (service) => rotateStoredKeys(service),
  'Redis stopped': async (service) => {
    await service.stopRedis();
    await sleep(redisAwayMs);
    await service.startRedis();
    return [];
  },
  'Redis hung': async (service, random) => {
    service.hangRedis();
    await sleep(redisHangsMs);
    service.wakeRedis({ dropsConnections: random.between(0, 1) === 1 });
    return [];
  },
} as const satisfies Record<string, Injection>;

export type Fault = keyof typeof faults;

/** The faults that apply to the service's queue backend. */
export function faultsOf({ hasRedis }: StormyService): Fault[] {
  return (Object.keys(faults) as Fault[]).filter((fault) => hasRedis || !fault.startsWith('Redis'));
}
