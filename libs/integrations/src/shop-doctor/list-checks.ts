import type { Observation, ShopCheck } from '@sync/integration-contract';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { good, notice } from './observations';
import { sameOrder } from './same-order';

/** How the list checks read the lists of a platform. */
export interface DoctorLists {
  /** Names of the checks that must pass first. */
  needs: readonly string[];
  /** The ids of the first page, from the first request and from a second one. */
  first(capability: SystemCapability): Promise<readonly string[]>;
  again(capability: SystemCapability): Promise<readonly string[]>;
  /** The observation if the order differs. */
  drifted(lists: string): Observation;
  /** Duration of the first page's request. */
  tookMs(capability: SystemCapability): Promise<number>;
  settings: { readonly slowPageMs: number; readonly pageDeadlineMs: number };
  /** The platform's word for add-ons. */
  addOns: 'extensions' | 'modules';
}

export function stableOrderCheck(lists: DoctorLists): ShopCheck {
  return {
    name: 'stable-order',
    title: 'A list asked for twice has the same order',
    needs: lists.needs,
    look: async () => {
      const drifted: string[] = [];
      for (const capability of systemCapabilities)
        if (!sameOrder(await lists.first(capability), await lists.again(capability))) drifted.push(capability);
      return drifted.length === 0 ? good('Both times the same.') : lists.drifted(drifted.join(', '));
    },
  };
}

export function speedCheck({ needs, tookMs, settings, addOns }: DoctorLists): ShopCheck {
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
