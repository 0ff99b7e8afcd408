import { setTimeout as sleep } from 'node:timers/promises';
import { IntegrationRegistry } from '@sync/integrations';
import { inDeployment } from '@sync/operator-commands';
import { Secret } from '@sync/records';
import { stepOf, LinkedShop } from '../scenario/linked-shop';
import type { Listener, Step } from '../scenario/report';
import type { ShopUnderTest } from '../scenario/shop-under-test';
import { isOpen, type RunningService, type SyncRun } from '../service/service';
import { inSubdirectory } from './behaviours';
import { handshakeFaults, identityOf, type HandshakeFault } from './handshake-faults';
import { syncFaults, type SyncFault } from './sync-faults';

interface Faults extends Listener {
  service: RunningService;
}

/** A run that fails waits for its shop; a shop that only delays one is said to make it wait after half a minute. */
const seenTimeoutMs = 90_000;
const pollMs = 500;
const subdirectory = '/shop';

/** Breaks each shop in every way of the tables, one after the other, and heals it each time. */
export async function runFaults(shops: readonly ShopUnderTest[], faults: Faults): Promise<void> {
  for (const shop of shops) {
    for (const fault of handshakeFaults) faults.onStep(await handshake(shop, fault, faults));
    const { linked, first } = await LinkedShop.link(shop, faults.service);
    faults.onStep(stepOf(linked, 'first sync', first, await linked.compare()));
    for (const fault of syncFaults.filter(({ only = shop.shop.system }) => only === shop.shop.system)) {
      faults.onStep(await breakSync(linked, fault));
      faults.onStep(await heal(linked, fault.name));
    }
    faults.onStep(await linkInSubdirectory(linked, faults));
  }
}

async function handshake(shop: ShopUnderTest, { name, front, change, reason }: HandshakeFault, { service }: Faults): Promise<Step> {
  const identity = identityOf(shop.shop);
  setFront(shop, front ?? null);
  const seen = await service.verify(change ? change(identity) : identity);
  setFront(shop, null);
  const outcome = `plugin: ${seen.status} ${seen.reason ?? 'no reason'}${seen.location_origin ? ` to ${seen.location_origin}` : ''}`;
  const isWrong = seen.status !== 422 || seen.reason !== reason;
  return { ...withoutFigures, shop: shop.shop.name, name: `handshake: ${name}`, outcome, isWrong };
}

async function breakSync(shop: LinkedShop, fault: SyncFault): Promise<Step> {
  const startedAt = Date.now();
  setFront(shop.under, fault.front?.() ?? null);
  await fault.change?.(shop.under, true);
  await shop.start(fault.mode);
  const { runs, status } = await untilSeen(shop, fault);
  const doctor = await problemsOf(shop.under);
  setFront(shop.under, null);
  await fault.change?.(shop.under, false);
  const isDoctorRight = fault.doctor === null ? doctor === '' : fault.doctor.test(doctor);
  return {
    ...withoutFigures,
    shop: shop.name,
    name: fault.name,
    outcome: `callers: ${runs}; owner: ${status}; doctor: ${doctor || 'in order'}`,
    isWrong: !(fault.runs.test(runs) && fault.status.test(status) && isDoctorRight),
    seconds: (Date.now() - startedAt) / 1_000,
  };
}

/** Everything is as expected, or time is up. */
async function untilSeen(shop: LinkedShop, fault: SyncFault): Promise<{ runs: string; status: string }> {
  for (const deadline = Date.now() + seenTimeoutMs; ; await sleep(pollMs)) {
    const runs = wordsOf(await shop.latestRuns());
    const status = await shop.status();
    if ((fault.runs.test(runs) && fault.status.test(status)) || Date.now() > deadline) return { runs, status };
  }
}

/** The owner reconnects, and the next full sync brings everything. */
async function heal(shop: LinkedShop, name: string): Promise<Step> {
  if ((await shop.latestRuns()).some(isOpen)) await shop.disconnect();
  if (!(await shop.status()).startsWith('active')) await shop.reconnect();
  await shop.settled();
  const sync = await shop.sync('full');
  const step = stepOf(shop, `after ${name}`, sync, await shop.compare());
  const status = await shop.status();
  return { ...step, outcome: `${step.outcome}, ${status}`, isWrong: step.isWrong || status !== 'active' };
}

async function linkInSubdirectory({ under }: LinkedShop, { service }: Faults): Promise<Step> {
  setFront(under, inSubdirectory(subdirectory));
  const shop = { ...under.shop, url: under.shop.url + subdirectory };
  const id = await service.linkFromTenant(identityOf(shop));
  const runs = await service.settled(id, seenTimeoutMs);
  const status = (await service.connection(id)).status;
  await service.remove(id);
  setFront(under, null);
  const outcome = `callers: ${wordsOf(runs)}; owner: ${status}`;
  return {
    ...withoutFigures,
    shop: shop.name,
    name: 'in a subdirectory',
    outcome,
    isWrong: outcome !== 'callers: succeeded; owner: active',
  };
}

/** Names of the checks of the shop doctor that find a problem. */
async function problemsOf({ shop: { system, url, credentials } }: ShopUnderTest): Promise<string> {
  const integrations = new IntegrationRegistry(inDeployment({ STORE_HOST_ALLOWLIST: '127.0.0.0/8' }).configuration().integrations);
  try {
    const findings = await integrations.examineShop.run({
      id: '',
      isUnsaved: true,
      driver: system,
      baseUrl: url,
      credentials: new Secret(credentials),
    });
    return findings
      .filter(({ verdict }) => verdict === 'problem')
      .map(({ name }) => name)
      .join(',');
  } finally {
    integrations.close();
  }
}

/** What a caller sees of runs, each in words, once. A run that has not begun says nothing of the shop and comes last. */
function wordsOf(runs: readonly SyncRun[]): string {
  const words = runs.map(({ status, waiting, error, incomplete }) => {
    if (waiting) return `${status} (${waiting.reason})`;
    if (status === 'failed') return `failed: ${error ?? ''}`;
    return incomplete ? `${status} (incomplete: ${incomplete.reason})` : status;
  });
  return [...new Set(words)].sort((one, other) => Number(one === 'queued') - Number(other === 'queued')).join(' | ');
}

function setFront({ front }: ShopUnderTest, behaviour: NonNullable<ShopUnderTest['front']>['behaviour']): void {
  if (front) front.behaviour = behaviour;
}

const withoutFigures = { comparison: null, traffic: null, seconds: null };
