import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@sync/test-harness';
import { differs } from '../compare-records';
import { outcomeOf } from '../linked-shop';
import type { PluginHost } from './plugin-host';
import type { Outcome, PluginRun } from './plugin-run';

const pollMs = 250;
const moveMs = 60_000;
/** Takes the link along: see `moveShop`. */
const moveButton = 'move';

/** Presses every button of a copy but one, each in a copy of its own, and lives on in it. The original's cron rests, so what shops ask for is the copy's. */
export async function lookAtCopies(run: PluginRun): Promise<Outcome> {
  const { page } = run.owner;
  return run.withoutCron(async () => {
    // The page of the original asks the service, too.
    const pageOfOriginal = page.url();
    await page.goto('about:blank');
    const watch = watchTheLink(run);
    const faults: string[] = [];
    let buttons: string[] = [];
    try {
      const [first] = await inCopy(run, faults, null);
      buttons = first.filter((button) => button !== moveButton);
      for (const button of buttons) await inCopy(run, faults, button);
    } finally {
      const lost = await watch();
      if (lost > 0) faults.push(`the link was lost for ${lost} s`);
      await page.goto(pageOfOriginal);
    }
    return { outcome: faults.join('; ') || `buttons: ${buttons.join(', ')}; sent nothing, the link lost 0 s`, isWrong: faults.length > 0 };
  });
}

/** The shop moves to another address and takes its link along. Then the company ends it, and the shop at the old address is linked again. */
export async function moveShop(run: PluginRun): Promise<Outcome> {
  const { owner: original } = run;
  const host = await run.host.copy();
  const owner = await original.another('moved');
  const linked = run.linked.at(host.shop);
  try {
    await host.signIn(owner);
    await host.openPage(owner);
    await host.press(owner, moveButton);
    await until(async () => (await host.state(owner)) === 'linked', moveMs);
    await owner.shoot('moved');
    const address = await linked.address();
    const outcome = outcomeOf((await linked.sync('full')).runs);
    const comparison = await linked.compare();
    const isWrong = address !== host.shop.front.url || outcome !== 'succeeded' || differs(comparison);
    return { outcome: `${await linked.status()} at the new address, every record under its id`, isWrong, comparison };
  } finally {
    await linked.remove();
    await owner.close();
    await host.discard();
    await run.untilState('ended');
    await run.host.startAgain(original);
    await run.linkByCompanysToken();
    await run.linked.firstSync();
  }
}

/** With a button: presses it, and gets a token for the copy. Without one: switches the plugin off, and removes it. Returns the buttons. */
async function inCopy(run: PluginRun, faults: string[], button: string | null): Promise<[string[]]> {
  const { door, owner: original } = run;
  const name = button ?? 'untouched';
  const host = await run.host.copy();
  const owner = await original.another(`copy-${name}`);
  try {
    await host.signIn(owner);
    await host.openPage(owner);
    const state = await host.state(owner);
    if (state !== 'copy') faults.push(`the page of the copy shows ${state}`);
    await owner.shoot('copy');
    const buttons = await host.buttons(owner);
    const before = door.asked.length;
    const asked = () => door.asked.slice(before).filter(({ from }) => from === 'shop' || from === host.shop.front.url);
    await live(host);
    if (button !== null) await host.press(owner, button);
    await live(host);
    if (button === null) {
      await host.pause(owner);
      await host.remove(owner);
    }
    if (asked().length > 0)
      faults.push(
        `${name}: the copy asked for ${asked()
          .map(({ method, path }) => `${method} ${path}`)
          .join(', ')}`,
      );
    if (button !== null) {
      await owner.shoot('pressed');
      // A link of its own, which waits for its company. The original keeps its one.
      await host.getToken(owner);
      await owner.shoot('own-token');
    }
    return [buttons];
  } finally {
    await owner.close();
    await host.discard();
  }
}

/** Everything that the plugin would report. */
async function live(host: PluginHost): Promise<void> {
  for (const { make } of host.changes) await make();
  await host.cron();
  await host.watch();
}

/** Looks at the connection all the time. The result says how many seconds it was not active. */
function watchTheLink({ linked }: PluginRun): () => Promise<number> {
  let [hasEnded, lost] = [false, 0];
  const watching = (async () => {
    for (let at = Date.now(); !hasEnded; await sleep(pollMs)) {
      const status = await linked.status().catch(String);
      if (status !== 'active') lost += Date.now() - at;
      at = Date.now();
    }
  })();
  return async () => {
    hasEnded = true;
    await watching;
    return lost / 1_000;
  };
}
