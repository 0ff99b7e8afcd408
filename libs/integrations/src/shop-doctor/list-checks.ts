import { systemCapabilities, type SystemCapability } from '@sync/records';
import { sourceId, type PlatformRow } from '../mapping/platform-values';
import type { StoreReply } from '../store-http/store-reply';
import { check, inTurn, otherwise, when, type Check, type Verdict } from './check';

export interface ListPage {
  reply: StoreReply;
  /** None if the body is something else than a list. */
  rows: readonly PlatformRow[];
  tookMs: number;
}

/** How the list checks read the lists of a shop, whichever platform it is. */
export interface ShopLists {
  /** Requested once, however many checks use it. */
  firstPage(capability: SystemCapability): Promise<ListPage>;
  firstPageAgain(capability: SystemCapability): Promise<ListPage>;
  secondPage(capability: SystemCapability): Promise<ListPage>;
  firstRecord(capability: SystemCapability): Promise<ListPage>;
  /** The platform's interface and where it is: `the REST API (/wp-json/)`. */
  readonly place: string;
  readonly settings: { readonly slowPageMs: number; readonly pageDeadlineMs: number };
}

/** The names of the checks whose lists the other checks compare. */
export const readChecks = systemCapabilities.map((capability) => `read-${capability}`);

export async function listsThat(match: (capability: SystemCapability) => Promise<boolean>): Promise<SystemCapability[]> {
  return (await inTurn(systemCapabilities, async (capability) => ((await match(capability)) ? [capability] : []))).flat();
}

export const cacheCheck = check('cache', 'Each query gets a response of its own', {
  needs: readChecks,
  ask: async (shop: ShopLists) => ({
    filled: await listsThat(async (capability) => (await shop.firstPage(capability)).rows.length > 0),
    copied: await listsThat((capability) => givesOneBody(shop, capability)),
  }),
  judge: ({ filled, copied }, { place }) => [
    when(filled.length === 0).good('The lists are empty: there is nothing to compare.'),
    when(copied.length === 0).good('Different queries get different responses.'),
    otherwise
      .evidence(`Different queries got the same response for ${copied.join(', ')}.`)
      .problem(
        'A cache in front of the shop, or a proxy, ignores the query of an address (what follows its question mark): later pages are copies of the first one, records are missing, and changes come late.',
      )
      .advice(`Exclude ${place} from the cache, and let the proxy pass the query on.`),
  ],
});

/** Not of an empty list. A page beyond the end is empty, so it differs from the first one; one record alone may be the whole list. */
async function givesOneBody(shop: ShopLists, capability: SystemCapability): Promise<boolean> {
  const { reply, rows } = await shop.firstPage(capability);
  if (rows.length === 0) return false;
  if ((await shop.secondPage(capability)).reply.hasBodyOf(reply)) return true;
  return rows.length > 1 && (await shop.firstRecord(capability)).reply.hasBodyOf(reply);
}

/** `drift` is the platform's verdict on lists whose order differs. */
export function stableOrderCheck(drift: Verdict): Check<ShopLists> {
  return check('stable-order', 'A list asked for twice has the same order', {
    needs: readChecks,
    ask: (shop: ShopLists) =>
      listsThat(async (capability) => !sameOrder(idsIn(await shop.firstPage(capability)), idsIn(await shop.firstPageAgain(capability)))),
    evidence: (drifted) => `Another order for ${drifted.join(', ')}.`,
    judge: (drifted) => [when(drifted.length === 0).good('Both times the same.'), drift],
  });
}

export function idsIn({ rows }: Pick<ListPage, 'rows'>): string[] {
  return rows.flatMap(({ id }) => sourceId(id) ?? []);
}

/** Whether the ids in both lists have the same order. Ignores records added or removed in between. */
export function sameOrder(first: readonly string[], again: readonly string[]): boolean {
  const later = new Set(again);
  const earlier = new Set(first);
  const kept = first.filter((id) => later.has(id));
  return kept.join() === again.filter((id) => earlier.has(id)).join() && (first.length === 0 || kept.length >= first.length / 2);
}

/** `addOns` is the platform's word for them. */
export function speedCheck(addOns: 'extensions' | 'modules'): Check<ShopLists> {
  return check('speed', 'A page comes in good time', {
    needs: readChecks,
    ask: (shop: ShopLists) =>
      inTurn(systemCapabilities, async (capability) => ({ capability, ms: (await shop.firstPage(capability)).tookMs })),
    judge: (pages, { settings: { slowPageMs, pageDeadlineMs } }) => {
      const evidence = `${pages.map(({ capability, ms }) => `${capability} ${ms} ms`).join(', ')}.`;
      return [
        when(pages.every(({ ms }) => ms < slowPageMs)).good(evidence),
        otherwise
          .evidence(evidence)
          .notice(`The shop is slow: a page that takes more than ${pageDeadlineMs / 1000} s fails.`)
          .advice(
            `Look for slow ${addOns}, an overloaded host, or a database that needs care. Exports at night put less load on the shop.`,
          ),
      ];
    },
  });
}
