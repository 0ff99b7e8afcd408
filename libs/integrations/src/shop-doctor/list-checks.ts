import type { Observation, ShopCheck } from '@sync/integration-contract';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { StoreReply } from '../store-http/store-reply';
import { good, notice, problem } from './observations';
import { sameOrder } from './same-order';

/** How the check of caches reads the lists of a platform. */
export interface QueriedLists {
  /** Names of the checks that must pass first. */
  needs: readonly string[];
  /** The first page, and how many rows it has. */
  firstPage(capability: SystemCapability): Promise<{ reply: StoreReply; rows: number }>;
  secondPage(capability: SystemCapability): Promise<StoreReply>;
  /** The first record alone. */
  oneRecord(capability: SystemCapability): Promise<StoreReply>;
  /** The platform's interface and where it is: `the REST API (/wp-json/)`. */
  place: string;
}

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

export function cacheCheck(lists: QueriedLists): ShopCheck {
  return {
    name: 'cache',
    title: 'Each query gets a response of its own',
    needs: lists.needs,
    look: async () => {
      const compared: boolean[] = [];
      const alike: string[] = [];
      for (const capability of systemCapabilities) {
        const isAlike = await givesOneBody(lists, capability);
        if (isAlike !== null) compared.push(isAlike);
        if (isAlike) alike.push(capability);
      }
      if (compared.length === 0) return good('The lists are empty: there is nothing to compare.');
      if (alike.length === 0) return good('Different queries get different responses.');
      return problem(
        `Different queries got the same response for ${alike.join(', ')}.`,
        'A cache in front of the shop, or a proxy, ignores the query of an address (what follows its question mark): later pages are copies of the first one, records are missing, and changes come late.',
        `Exclude ${lists.place} from the cache, and let the proxy pass the query on.`,
      );
    },
  };
}

/** Null: the list is empty. A page beyond the end is empty, so it differs from the first one; one record alone may be the whole list. */
async function givesOneBody(lists: QueriedLists, capability: SystemCapability): Promise<boolean | null> {
  const { reply, rows } = await lists.firstPage(capability);
  if (rows === 0) return null;
  if ((await lists.secondPage(capability)).hasBodyOf(reply)) return true;
  return rows > 1 && (await lists.oneRecord(capability)).hasBodyOf(reply);
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
