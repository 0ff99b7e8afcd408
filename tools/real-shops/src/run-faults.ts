import { setTimeout as sleep } from 'node:timers/promises';
import { IntegrationRegistry } from '@sync/integrations';
import { inDeployment } from '@sync/operator-commands';
import { Secret } from '@sync/records';
import { inSubdirectory } from './behaviours';
import { handshakeFaults, syncFaults, type HandshakeFault, type SyncFault } from './faults';
import { isOpen, LinkedShop, type SyncRun } from './linked-shop';
import type { Listener, Step } from './report';
import type { Service } from './service';
import type { Shop } from './shop';

interface Faults extends Listener {
  service: Service;
}

/** A run that fails waits for its shop; a shop that only delays one is said to make it wait after half a minute. */
const seenTimeoutMs = 90_000;
const pollMs = 500;
const subdirectory = '/shop';

/** Breaks each shop in every way of the tables, one after the other, and heals it each time. */
export async function runFaults(shops: readonly Shop[], { service, onStep }: Faults): Promise<void> {
  for (const shop of shops) {
    for (const fault of handshakeFaults) onStep(await handshake(shop, fault, service));
    const { linked, first } = await LinkedShop.link(shop, service);
    onStep(first);
    for (const fault of syncFaults.filter(({ only = shop.identity.system_slug }) => only === shop.identity.system_slug)) {
      onStep(await breakSync(linked, fault));
      onStep(await heal(linked, fault.name));
    }
    onStep(await linkInSubdirectory(shop, service));
  }
}

async function handshake({ name: shop, identity, front }: Shop, fault: HandshakeFault, service: Service): Promise<Step> {
  front.behaviour = fault.front ?? null;
  const { status, reason = 'no reason', location_origin } = await service.verify(fault.change?.(identity) ?? identity);
  front.behaviour = null;
  const outcome = `plugin: ${status} ${reason}${location_origin ? ` to ${location_origin}` : ''}`;
  return { shop, name: `handshake: ${fault.name}`, outcome, isWrong: status !== 422 || reason !== fault.reason };
}

async function breakSync(linked: LinkedShop, { name, front, change, mode, ...expected }: SyncFault): Promise<Step> {
  const { shop } = linked;
  const startedAt = Date.now();
  shop.front.behaviour = front?.() ?? null;
  await change?.(shop, true);
  await linked.start(mode);
  const { runs, status, isSeen } = await untilSeen(linked, expected);
  const doctor = await problemsOf(shop);
  shop.front.behaviour = null;
  await change?.(shop, false);
  const isDoctorRight = expected.doctor === null ? doctor === '' : expected.doctor.test(doctor);
  const outcome = `callers: ${runs}; owner: ${status}; doctor: ${doctor || 'in order'}`;
  return { shop: shop.name, name, outcome, isWrong: !isSeen || !isDoctorRight, seconds: (Date.now() - startedAt) / 1_000 };
}

/** Everything is as expected, or time is up. */
async function untilSeen(linked: LinkedShop, expected: Pick<SyncFault, 'runs' | 'status'>) {
  for (const deadline = Date.now() + seenTimeoutMs; ; await sleep(pollMs)) {
    const runs = wordsOf(await linked.latestRuns());
    const status = await linked.status();
    const isSeen = expected.runs.test(runs) && expected.status.test(status);
    if (isSeen || Date.now() > deadline) return { runs, status, isSeen };
  }
}

/** The owner reconnects, and the next full sync brings everything. */
async function heal(linked: LinkedShop, name: string): Promise<Step> {
  if ((await linked.latestRuns()).some(isOpen)) await linked.owner('disconnect');
  if (!(await linked.status()).startsWith('active')) await linked.owner('reconnect');
  await linked.settled();
  const step = await linked.compared(`after ${name}`, 'full');
  const status = await linked.status();
  return { ...step, outcome: `${step.outcome}, ${status}`, isWrong: step.isWrong || status !== 'active' };
}

async function linkInSubdirectory(shop: Shop, service: Service): Promise<Step> {
  shop.front.behaviour = inSubdirectory(subdirectory);
  const linked = await LinkedShop.fromTenant(shop, { ...shop.identity, base_url: shop.identity.base_url + subdirectory }, service);
  const outcome = `callers: ${wordsOf(await linked.settled(seenTimeoutMs))}; owner: ${await linked.status()}`;
  await linked.remove();
  shop.front.behaviour = null;
  return { shop: shop.name, name: 'in a subdirectory', outcome, isWrong: outcome !== 'callers: succeeded; owner: active' };
}

/** Names of the checks of the shop doctor that find a problem. */
async function problemsOf({ identity: { system_slug, base_url: baseUrl, credentials } }: Shop): Promise<string> {
  const integrations = new IntegrationRegistry(inDeployment({ STORE_HOST_ALLOWLIST: '127.0.0.0/8' }).configuration().integrations);
  try {
    const shop = { id: '', isUnsaved: true, driver: system_slug, baseUrl, credentials: new Secret(credentials) };
    const problems = (await integrations.examineShop.run(shop)).filter(({ verdict }) => verdict === 'problem');
    return problems.map(({ name }) => name).join(',');
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
