import type { LookupAddress } from 'node:dns';
import { isIP } from 'node:net';
import { LRUCache } from 'lru-cache';
import { HostsFile } from './hosts-file';
import { LookupSlots } from './lookup-slots';
import { NameLookupFailed, NoSuchName, queryAddresses } from './query-addresses';

/** On whose behalf a name is resolved. */
export interface NameAsker {
  /** Null or absent: an unclaimed or unsaved connection. All of these share one bound. */
  tenantId?: string | null;
  /** The caller no longer needs the name. A lookup without callers is cancelled. */
  signal?: AbortSignal;
}

export interface ShopNamesSettings {
  /** IP addresses of name servers, with or without a port. Default: those of the system. */
  nameServers?: readonly string[];
  hostsPath?: string;
  /** From the call to the last byte, waiting for a free slot included. Must be below the connect timeout. */
  lookupTimeoutMs?: number;
  otherFamilyMs?: number;
  maxLookups?: number;
  maxLookupsPerTenant?: number;
}

interface Lookup {
  addresses: Promise<LookupAddress[]>;
  callers: number;
  cancel: (code: string) => void;
}

const unclaimed = '';
const maxNames = 5_000;
const minTtlMs = 5_000;
const maxTtlMs = 300_000;
const unknownNameMs = 5_000;
const loopback: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * The addresses of shops' names, off the thread pool: hosts file, cache, then DNS. Bounded, so that slow name servers of one tenant's
 * shops hold up no other tenant; unclaimed connections together get at most half of the lookups. Names are absolute: the search list
 * of resolv.conf is not used. `close` it.
 */
export class ShopNames {
  readonly #settings: ShopNamesSettings;
  readonly #hosts: HostsFile;
  readonly #slots: LookupSlots;
  /** An empty list: the name does not exist. Without a resolution of 0 the cache would remember the time for a millisecond. */
  readonly #known = new LRUCache<string, LookupAddress[]>({ max: maxNames, ttlResolution: 0 });
  /** By tenant and name: joining another tenant's lookup would mean waiting in its queue. */
  readonly #lookups = new Map<string, Lookup>();

  constructor(settings: ShopNamesSettings = {}) {
    const { hostsPath, maxLookups = 128, maxLookupsPerTenant = 8 } = settings;
    this.#settings = settings;
    this.#hosts = new HostsFile(hostsPath);
    this.#slots = new LookupSlots(maxLookups, (share) => (share === unclaimed ? Math.ceil(maxLookups / 2) : maxLookupsPerTenant));
  }

  /** Throws NoSuchName or NameLookupFailed. */
  readonly resolve = async (hostname: string, { tenantId, signal }: NameAsker = {}): Promise<LookupAddress[]> => {
    const family = isIP(hostname);
    if (family !== 0) return [{ address: hostname, family }];
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const local = await this.#hosts.find(name);
    if (local.length > 0) return local;
    // RFC 6761: never asked of a name server.
    if (name === 'localhost' || name.endsWith('.localhost')) return loopback;
    const known = this.#known.get(name);
    if (!known) return this.#join(name, tenantId ?? unclaimed, signal);
    if (known.length === 0) throw new NoSuchName();
    return known;
  };

  close(): void {
    for (const { cancel } of this.#lookups.values()) cancel('ECANCELLED');
  }

  async #join(name: string, share: string, signal: AbortSignal | undefined): Promise<LookupAddress[]> {
    if (signal?.aborted) throw new NameLookupFailed('ECANCELLED');
    const key = `${share}/${name}`;
    const lookup = this.#lookups.get(key) ?? this.#start(key, name, share);
    lookup.callers += 1;
    const leave = (): void => {
      lookup.callers -= 1;
      if (lookup.callers === 0) lookup.cancel('ECANCELLED');
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await lookup.addresses;
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  }

  #start(key: string, name: string, share: string): Lookup {
    const controller = new AbortController();
    const cancel = (code: string): void => {
      // At once, so that a later caller starts a new lookup.
      this.#lookups.delete(key);
      controller.abort(new NameLookupFailed(code));
    };
    const timer = setTimeout(() => cancel('ETIMEOUT'), this.#settings.lookupTimeoutMs ?? 2_500);
    const addresses = this.#lookUp(name, share, controller.signal).finally(() => {
      clearTimeout(timer);
      if (this.#lookups.get(key) === lookup) this.#lookups.delete(key);
    });
    const lookup = { addresses, callers: 0, cancel };
    this.#lookups.set(key, lookup);
    return lookup;
  }

  async #lookUp(name: string, share: string, signal: AbortSignal): Promise<LookupAddress[]> {
    const release = await this.#slots.take(share, signal);
    try {
      const { nameServers: servers, otherFamilyMs = 500 } = this.#settings;
      const { addresses, ttlSeconds } = await queryAddresses(name, { servers, otherFamilyMs, signal });
      this.#known.set(name, addresses, { ttl: Math.min(Math.max(ttlSeconds * 1_000, minTtlMs), maxTtlMs) });
      return addresses;
    } catch (error) {
      if (error instanceof NoSuchName) this.#known.set(name, [], { ttl: unknownNameMs });
      else signal.throwIfAborted();
      throw error;
    } finally {
      release();
    }
  }
}
