import type { SystemDriver } from '@sync/records';
import * as says from './behaviours';
import type { Behaviour } from './front';
import type { Identity, Shop } from './shop';

/** A shop whose plugin was invited and cannot be verified, and what the plugin learns. */
export interface HandshakeFault {
  name: string;
  front?: Behaviour;
  change?: (identity: Identity) => Identity;
  reason: string;
}

const wrongKeys: Record<string, string> = { consumer_secret: 'cs_0000000000000000000000000000000000000000', api_key: '0'.repeat(32) };

function withWrongKey(identity: Identity): Identity {
  const entries = Object.entries(identity.credentials).map(([name, value]) => [name, wrongKeys[name] ?? value]);
  return { ...identity, credentials: Object.fromEntries(entries) as Record<string, string> };
}

function asOtherPlatform({ system_slug, base_url, credentials }: Identity): Identity {
  const { consumer_key: key = '0'.repeat(32) } = credentials;
  return system_slug === 'commerce_a'
    ? { system_slug: 'commerce_b', base_url, credentials: { api_key: key.slice(0, 32) } }
    : {
        system_slug: 'commerce_a',
        base_url,
        credentials: { consumer_key: key, consumer_secret: key, connection_token: key, webhook_secret: key },
      };
}

export const handshakeFaults: readonly HandshakeFault[] = [
  { name: 'a wrong key', change: withWrongKey, reason: 'refused' },
  { name: 'https where http is served', change: (one) => ({ ...one, base_url: one.base_url.replace('http:', 'https:') }), reason: 'tls' },
  { name: 'an address without a shop', change: (one) => ({ ...one, base_url: `${one.base_url}/absent` }), reason: 'not_found' },
  { name: 'a closed port', change: (one) => ({ ...one, base_url: 'http://127.0.0.1:9' }), reason: 'unreachable' },
  { name: 'the shop of another platform', change: asOtherPlatform, reason: 'not_found' },
  { name: 'a redirect to www', front: says.redirect('https://www.shop.example'), reason: 'redirected' },
  { name: "a firewall's page", front: says.firewallPage, reason: 'other' },
  { name: "PHP's fatal error", front: says.fatalPage, reason: 'unreachable' },
  { name: 'a page for visitors', front: says.comingSoonPage, reason: 'not_this_platform' },
  { name: 'no response', front: says.neverResponds, reason: 'slow' },
];

/** A way in which a linked shop breaks, and what each side should see. */
export interface SyncFault {
  name: string;
  mode: 'full' | 'delta';
  /** Something in front of the shop, or a change in the shop. */
  front?: () => Behaviour;
  change?: (shop: Shop, isBroken: boolean) => Promise<void> | undefined;
  /** Of the runs: what callers see. */
  runs: RegExp;
  /** Of the connection: what owners see. */
  status: RegExp;
  /** Names of the doctor's problems, joined by commas; null: the doctor has nothing to find. */
  doctor: RegExp | null;
  /** Of one platform alone. */
  only?: SystemDriver;
}

const anyProblem = /./;
const incomplete = /^active \(incomplete_copy\)$/;
const waits = { mode: 'delta', runs: /^waiting /, status: /^active \(waiting_for_shop\)$/, doctor: anyProblem } as const;
const waitsOrFails = { ...waits, runs: /^(waiting|failed)/, status: /\(waiting_for_shop\)$/ } as const;
const succeeds = { runs: /^succeeded$/, status: /^active$/, doctor: null } as const;

export const syncFaults: readonly SyncFault[] = [
  {
    name: 'a cache that ignores queries',
    mode: 'full',
    front: says.cacheWithoutQuery,
    runs: /^failed: .*(same page for every page number|ignores the address's query)/,
    status: incomplete,
    doctor: /\bcache\b/,
  },
  {
    name: 'headers of totals stripped',
    only: 'commerce_a',
    mode: 'full',
    front: () => says.withoutTotals,
    runs: /^succeeded \(incomplete: The shop does not say how many pages/,
    status: incomplete,
    doctor: /total-pages/,
  },
  { ...waits, name: "a firewall's page, 403", front: () => says.firewallPage, runs: /^waiting .*firewall/ },
  { ...waits, name: "PHP's fatal error, 500", front: () => says.fatalPage, runs: /^waiting .*500/ },
  { ...waits, name: "a proxy's page, 502", front: () => says.gatewayPage, runs: /^waiting .*502/ },
  { ...waits, name: 'maintenance, 503 for ten minutes', front: () => says.maintenancePage },
  { ...waits, name: "the platform's own maintenance", change: (shop, isBroken) => shop.maintain(isBroken) },
  {
    ...waitsOrFails,
    name: 'a page for visitors, 200',
    front: () => says.comingSoonPage,
    status: /\((waiting_for_shop|incomplete_copy)\)$/,
  },
  {
    ...waitsOrFails,
    name: 'a redirect of everything',
    front: () => says.redirect('https://elsewhere.example'),
    runs: /^(waiting|failed).*redirect/,
  },
  { ...waits, name: 'too many requests, 429', front: () => says.tooManyRequests },
  { ...waits, name: 'a wrong key', change: (shop, isBroken) => shop.refuseKey(isBroken), runs: waitsOrFails.runs },
  {
    ...waits,
    name: 'a key that may not read orders',
    change: (shop, isBroken) => shop.restrictKey(isBroken),
    runs: /(^|\| )waiting /,
    doctor: /rights|read-/,
  },
  {
    ...waitsOrFails,
    name: 'plain permalinks',
    only: 'commerce_a',
    change: (shop, isBroken) => shop.plainAddresses?.(isBroken),
    doctor: /rest-root/,
  },
  { ...succeeds, name: 'lists in another order each time', mode: 'full', front: says.otherOrderEachTime },
  { ...waitsOrFails, name: 'a warning before the JSON', front: () => says.warningBeforeJson },
  { ...succeeds, name: 'a byte order mark before the JSON', mode: 'delta', front: () => says.byteOrderMark },
  { ...waitsOrFails, name: 'half of the JSON', front: () => says.halfOfTheJson },
  { ...waits, name: 'a body that breaks off', front: () => says.endsMidway, runs: /^waiting .*(reached|ECONNRESET)/i },
  { ...waits, name: 'connections closed at once', front: () => says.closesAtOnce, runs: /^waiting .*reached/, doctor: /reachable/ },
  { ...waits, name: 'no response at all', front: () => says.neverResponds, doctor: /reachable/ },
  { ...succeeds, name: 'slow responses', mode: 'full', front: () => says.slowly },
];
