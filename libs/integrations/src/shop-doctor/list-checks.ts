import type { Observation, ShopCheck } from '@sync/integration-contract';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { good, notice } from './observations';
import { samePlaces } from './same-places';

/** What of a list is the same whatever the platform. */
export interface LookedAtLists {
  /** Names of the checks that must have passed. */
  needs: readonly string[];
  /** Ids of one page, as they came the first time and when the page was asked for again. */
  first(capability: SystemCapability): Promise<readonly string[]>;
  again(capability: SystemCapability): Promise<readonly string[]>;
  /** What it means that the order was another one. `lists`: of which capabilities. */
  shifted(lists: string): Observation;
  /** How long the first page took. */
  tookMs(capability: SystemCapability): Promise<number>;
  settings: { readonly slowPageMs: number; readonly pageDeadlineMs: number };
  /** What the platform calls the parts that others add to a shop. */
  addOns: 'extensions' | 'modules';
}

export function stableOrderCheck(lists: LookedAtLists): ShopCheck {
  return {
    name: 'stable-order',
    title: 'A list asked for twice has the same order',
    needs: lists.needs,
    look: async () => {
      const shifted: string[] = [];
      for (const capability of systemCapabilities)
        if (!samePlaces(await lists.first(capability), await lists.again(capability))) shifted.push(capability);
      return shifted.length === 0 ? good('Both times the same.') : lists.shifted(shifted.join(', '));
    },
  };
}

export function speedCheck({ needs, tookMs, settings, addOns }: LookedAtLists): ShopCheck {
  return {
    name: 'speed',
    title: 'A page comes in good time',
    needs,
    look: async () => {
      const times: [SystemCapability, number][] = [];
      for (const capability of systemCapabilities) times.push([capability, await tookMs(capability)]);
      const evidence = `${times.map(([capability, ms]) => `${capability} ${ms} ms`).join(', ')}.`;
      if (Math.max(...times.map(([, ms]) => ms)) < settings.slowPageMs) return good(evidence);
      return notice(
        evidence,
        `The shop is slow: a page that takes more than ${settings.pageDeadlineMs / 1000} s fails.`,
        `Look for slow ${addOns}, an overloaded host, or a database that needs care. Exports at night put less load on the shop.`,
      );
    },
  };
}
