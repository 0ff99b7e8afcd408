import type { Behaviour } from '../host/front';
import type { ShopUnderTest } from '../scenario/shop-under-test';
import * as shop from './behaviours';

/** A way in which a linked shop breaks, and what each side should see. */
export interface SyncFault {
  name: string;
  /** Of one platform alone. */
  only?: 'commerce_a' | 'commerce_b';
  mode: 'full' | 'delta';
  /** Something in front of the shop, or a change in the shop. */
  front?: () => Behaviour;
  change?: (shop: ShopUnderTest, isBroken: boolean) => Promise<void>;
  /** Of the runs: what callers see. */
  runs: RegExp;
  /** Of the connection: what owners see. */
  status: RegExp;
  /** Names of the doctor's problems, joined by commas; null: the doctor has nothing to find. */
  doctor: RegExp | null;
}

const nowhere = 'https://elsewhere.example';

export const syncFaults: readonly SyncFault[] = [
  {
    name: 'a cache that ignores queries',
    mode: 'full',
    front: shop.cacheWithoutQuery,
    runs: /^failed: .*(same page for every page number|ignores the address's query)/,
    status: /^active \(incomplete_copy\)$/,
    doctor: /\bcache\b/,
  },
  {
    name: 'headers of totals stripped',
    only: 'commerce_a',
    mode: 'full',
    front: () => shop.withoutTotals,
    runs: /^succeeded \(incomplete: The shop does not say how many pages/,
    status: /^active \(incomplete_copy\)$/,
    doctor: /total-pages/,
  },
  {
    name: "a firewall's page, 403",
    mode: 'delta',
    front: () => shop.firewallPage,
    runs: /^waiting .*firewall/,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: "PHP's fatal error, 500",
    mode: 'delta',
    front: () => shop.fatalPage,
    runs: /^waiting .*500/,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: "a proxy's page, 502",
    mode: 'delta',
    front: () => shop.gatewayPage,
    runs: /^waiting .*502/,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: 'maintenance, 503 for ten minutes',
    mode: 'delta',
    front: () => shop.maintenancePage,
    runs: /^waiting /,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: "the platform's own maintenance",
    mode: 'delta',
    change: (one, isBroken) => one.maintain(isBroken),
    runs: /^waiting /,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: 'a page for visitors, 200',
    mode: 'delta',
    front: () => shop.comingSoonPage,
    runs: /^(waiting|failed)/,
    status: /\((waiting_for_shop|incomplete_copy)\)$/,
    doctor: /./,
  },
  {
    name: 'a redirect of everything',
    mode: 'delta',
    front: () => shop.redirect(nowhere),
    runs: /^(waiting|failed).*redirect/,
    status: /\(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: 'too many requests, 429',
    mode: 'delta',
    front: () => shop.tooManyRequests,
    runs: /^waiting /,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: 'a wrong key',
    mode: 'delta',
    change: (one, isBroken) => one.refuseKey(isBroken),
    runs: /^(waiting|failed)/,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: 'a key that may not read orders',
    mode: 'delta',
    change: (one, isBroken) => one.restrictKey(isBroken),
    runs: /(^|\| )waiting /,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /rights|read-/,
  },
  {
    name: 'plain permalinks',
    only: 'commerce_a',
    mode: 'delta',
    change: async (one, isBroken) => one.plainAddresses?.(isBroken),
    runs: /^(waiting|failed)/,
    status: /\(waiting_for_shop\)$/,
    doctor: /rest-root/,
  },
  {
    name: 'lists in another order each time',
    mode: 'full',
    front: shop.otherOrderEachTime,
    runs: /^succeeded$/,
    status: /^active$/,
    doctor: null,
  },
  {
    name: 'a warning before the JSON',
    mode: 'delta',
    front: () => shop.warningBeforeJson,
    runs: /^(waiting|failed)/,
    status: /\(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: 'a byte order mark before the JSON',
    mode: 'delta',
    front: () => shop.byteOrderMark,
    runs: /^succeeded$/,
    status: /^active$/,
    doctor: null,
  },
  {
    name: 'half of the JSON',
    mode: 'delta',
    front: () => shop.halfOfTheJson,
    runs: /^(waiting|failed)/,
    status: /\(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: 'a body that breaks off',
    mode: 'delta',
    front: () => shop.endsMidway,
    runs: /^waiting .*(reached|ECONNRESET)/i,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /./,
  },
  {
    name: 'connections closed at once',
    mode: 'delta',
    front: () => shop.closesAtOnce,
    runs: /^waiting .*reached/,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /reachable/,
  },
  {
    name: 'no response at all',
    mode: 'delta',
    front: () => shop.neverResponds,
    runs: /^waiting /,
    status: /^active \(waiting_for_shop\)$/,
    doctor: /reachable/,
  },
  { name: 'slow responses', mode: 'full', front: () => shop.slowly, runs: /^succeeded$/, status: /^active$/, doctor: null },
];
