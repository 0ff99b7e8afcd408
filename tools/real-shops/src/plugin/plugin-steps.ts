import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@sync/test-harness';
import { differs } from '../compare-records';
import { outcomeOf } from '../linked-shop';
import { lookAtCopies, moveShop } from './copies';
import type { HostChange, HostFault, PluginHost } from './plugin-host';
import type { Outcome, PluginRun } from './plugin-run';
import { compareShoppersPages } from './shoppers-pages';
import { olderVersion } from './zips';

export interface PluginStep {
  name: string;
  take: (run: PluginRun) => Promise<Outcome>;
  /** Without it, the rest makes no sense. */
  isVital?: true;
}

const mostClicks = 6;
const mostLinkSeconds = 120;
const mostChangeSeconds = 5;
/** While the service is away: long enough for the shop to try, and to fail. */
const awayMs = 10_000;
const recoveryMs = 240_000;
const betweenWatchesMs = 10_000;

/** The life of a shop, from the first click to the last leftover. */
export const stepsOf = ({ changes, faults }: PluginHost): PluginStep[] => [
  { name: 'install and link', take: installAndLink, isVital: true },
  { name: 'settings on the page', take: settings },
  { name: 'first sync', take: firstSync },
  { name: 'the company ends the link', take: endOfLink },
  { name: "link with the shop's token", take: linkByShopsToken, isVital: true },
  // Before anything changes: deltas read the changes of the last minutes again.
  { name: 'delta, no change', take: idleDelta },
  ...changes.map((change) => ({ name: `change: ${change.name}`, take: (run: PluginRun) => arrives(run, change) })),
  ...faults.map((fault) => ({ name: `fault: ${fault.name}`, take: (run: PluginRun) => mends(run, fault) })),
  { name: 'service away and back', take: serviceAway },
  { name: 'a copy of the shop', take: lookAtCopies },
  { name: "shoppers' pages", take: compareShoppersPages },
  { name: 'pause and resume', take: pauseAndResume },
  { name: 'remove', take: remove },
  { name: `update from ${olderVersion}`, take: update },
  { name: 'the shop moves', take: moveShop },
  { name: 'remove, service away', take: removeWhileAway },
  { name: 'errors on pages and in cron', take: errors },
];

async function installAndLink(run: PluginRun): Promise<Outcome> {
  const { host, owner, zips } = run;
  await host.signIn(owner);
  owner.clicks = 0;
  const startedAt = Date.now();
  await host.install(owner, zips.current);
  await host.openPage(owner);
  await run.linkByCompanysToken();
  const seconds = (Date.now() - startedAt) / 1_000;
  const { clicks } = owner;
  await owner.shoot('linked');
  return { outcome: `up to date after ${clicks} clicks`, isWrong: clicks > mostClicks || seconds > mostLinkSeconds, seconds };
}

async function settings({ owner }: PluginRun): Promise<Outcome> {
  // They load by themselves, after the page.
  await owner.page.locator('service-config :is(input, select, button)').first().waitFor();
  await owner.shoot('settings');
  const count = await owner.page.locator('service-config :is(input, select, button)').count();
  return { outcome: `${count} controls`, isWrong: count < 3 };
}

async function firstSync({ linked }: PluginRun): Promise<Outcome> {
  const outcome = outcomeOf(await linked.firstSync());
  const comparison = await linked.compare();
  return { outcome, isWrong: outcome !== 'succeeded' || differs(comparison), comparison };
}

async function endOfLink(run: PluginRun): Promise<Outcome> {
  const { host, owner, linked } = run;
  await linked.remove();
  await run.untilState('ended');
  await owner.shoot('ended');
  await host.startAgain(owner);
  await run.untilState('connect');
  await owner.shoot('connect');
  return { outcome: 'the page says it, and offers to link again' };
}

async function linkByShopsToken(run: PluginRun): Promise<Outcome> {
  await run.linkByShopsToken(() => run.owner.shoot('pending'));
  return firstSync(run);
}

async function arrives(run: PluginRun, change: HostChange): Promise<Outcome> {
  const seconds = await run.arrival(change);
  if (typeof seconds === 'string') return { outcome: seconds, isWrong: true };
  return { outcome: `arrived after ${seconds.toFixed(1)} s`, isWrong: seconds > mostChangeSeconds, seconds };
}

async function idleDelta({ host, linked }: PluginRun): Promise<Outcome> {
  // What the first sync did not see comes with the first one.
  await linked.sync('delta');
  const { runs, ...figures } = await linked.sync('delta');
  const requests = figures.traffic?.requests ?? 0;
  const isWrong = outcomeOf(runs) !== 'succeeded' || requests > host.idleDeltaRequests;
  return { outcome: `${outcomeOf(runs)}, ${requests} requests, at most ${host.idleDeltaRequests}`, isWrong, ...figures };
}

async function mends(run: PluginRun, fault: HostFault): Promise<Outcome> {
  const { host, owner } = run;
  await fault.breakIt();
  if (fault.says) {
    const { says } = fault;
    await host.openPage(owner);
    await until(
      async () => says.test(await host.text(owner)),
      recoveryMs,
      () => `: the page does not say ${says.source}`,
    );
    await owner.shoot(fault.name);
  }
  const brokenAt = Date.now();
  await fault.mend(owner, async () => {
    await run.linkByShopsToken();
    await run.linked.firstSync();
  });
  await until(
    () => fault.isMended(),
    recoveryMs,
    () => ': it is not mended',
  );
  const seconds = (Date.now() - brokenAt) / 1_000;
  return { ...(await linkWorks(run)), seconds };
}

async function linkWorks(run: PluginRun): Promise<Outcome> {
  const [change] = run.host.changes;
  const arrived = change ? await run.arrival(change) : 'nothing to change';
  const status = await run.linked.status();
  const isWrong = typeof arrived === 'string' || status !== 'active';
  return { outcome: `${status}; a change arrives after: ${arrived}`, isWrong };
}

/** Changes of every kind while the service is stopped. Afterwards the plugin brings them by itself: no sync is asked for here. */
async function serviceAway(run: PluginRun): Promise<Outcome> {
  const { host, door, linked, owner } = run;
  await door.goAway();
  for (const { make } of host.changes) await make();
  await sleep(awayMs);
  await host.openPage(owner);
  await owner.shoot('service-away');
  await door.comeBack();
  const backAt = Date.now();
  for (; ; await sleep(betweenWatchesMs)) {
    await host.watch();
    const comparison = await linked.compare();
    const isLost = differs(comparison);
    const seconds = (Date.now() - backAt) / 1_000;
    if (isLost && Date.now() < backAt + recoveryMs) continue;
    const isWell = (await linked.status()) === 'active';
    return { outcome: isLost ? 'changes are lost' : 'nothing lost', isWrong: isLost || !isWell, comparison, seconds };
  }
}

async function pauseAndResume(run: PluginRun): Promise<Outcome> {
  const { host, owner, linked } = run;
  await host.pause(owner);
  await until(async () => (await linked.status()).startsWith('disconnected'), recoveryMs);
  await owner.shoot('paused');
  await host.resume(owner);
  await host.openPage(owner);
  await run.untilUpToDate();
  await owner.shoot('resumed');
  const status = await linked.status();
  await linked.settled();
  const comparison = await linked.compare();
  return { outcome: `paused: disconnected; resumed: ${status}`, isWrong: status !== 'active' || differs(comparison), comparison };
}

async function update(run: PluginRun): Promise<Outcome> {
  const { host, owner, zips } = run;
  await host.install(owner, zips.older);
  await host.openPage(owner);
  await run.linkByCompanysToken();
  await run.linked.firstSync();
  await host.install(owner, zips.current);
  await owner.shoot('updated');
  await host.openPage(owner);
  await run.untilUpToDate();
  return linkWorks(run);
}

async function remove(run: PluginRun): Promise<Outcome> {
  const { host, owner, linked } = run;
  const told = await host.remove(owner);
  await owner.shoot('removed');
  const left = await leftoversOf(host);
  const isGone = await linked.isGone();
  const outcome = `left: ${left || 'nothing'}; connection ${isGone ? 'gone' : 'still there'}${told && `; told: ${told}`}`;
  return { outcome, isWrong: left !== '' || !isGone || told !== '' };
}

async function removeWhileAway(run: PluginRun): Promise<Outcome> {
  const { host, owner, door } = run;
  await door.goAway();
  const told = await host.remove(owner);
  await owner.shoot('removed-service-away');
  const left = await leftoversOf(host);
  await door.comeBack();
  return { outcome: `left: ${left || 'nothing'}; told: ${told || 'nothing'}`, isWrong: left !== '' || told === '' };
}

function errors({ owner, cronErrors, host }: PluginRun): Promise<Outcome> {
  const ours = [...new Set(owner.errors)].filter((text) => host.mark.test(text) || text.includes('/widgets/'));
  const [first = 'none'] = [...ours, ...cronErrors];
  return Promise.resolve({ outcome: first.slice(0, 300), isWrong: ours.length + cronErrors.length > 0 });
}

async function leftoversOf(host: PluginHost): Promise<string> {
  const left = Object.entries(await host.leftovers()).filter(([, count]) => count > 0);
  return left.map(([kind, count]) => `${count} ${kind}`).join(', ');
}
