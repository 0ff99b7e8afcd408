import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from './random';
import type { StormyService } from './stormy-service';

const redisAwayMs = 2_500;
/** Longer than any timeout on it. */
const redisHangsMs = 12_000;

/** Faults of a service. Each resolves when the part is back. */
export const faults = {
  'kill -9 of a worker': (service: StormyService, random: Random) =>
    service.kill('export-worker', random.between(0, service.processes('export-worker').length - 1)),
  'kill -9 of the ingress': (service: StormyService) => service.kill('webhook-ingress'),
  'queues flushed': (service: StormyService) => service.flushQueues(),
  'Postgres restarted': (service: StormyService) => service.restartPostgres(),
  'half-open connections': (service: StormyService) => Promise.resolve(service.silence()),
  'Redis stopped': async (service: StormyService) => {
    await service.stopRedis();
    await sleep(redisAwayMs);
    await service.startRedis();
  },
  'Redis hung': async (service: StormyService, random: Random) => {
    service.hangRedis();
    await sleep(redisHangsMs);
    service.wakeRedis({ dropsConnections: random.between(0, 1) === 1 });
  },
};

export type Fault = keyof typeof faults;

/** The faults that apply to the service's queue backend. */
export function faultsOf({ hasRedis }: StormyService): Fault[] {
  return (Object.keys(faults) as Fault[]).filter((fault) => hasRedis || !fault.startsWith('Redis'));
}
