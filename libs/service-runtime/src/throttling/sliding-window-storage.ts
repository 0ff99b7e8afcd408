import type { ThrottlerStorage } from '@nestjs/throttler';
import { LRUCache } from 'lru-cache';

type Counted = Awaited<ReturnType<ThrottlerStorage['increment']>>;

/** Beyond these, the clients that asked longest ago are forgotten, so that memory stays bounded. */
const maxClients = 50_000;

/** When requests of one client were accepted, oldest first. */
class AcceptedRequests {
  #times: number[] = [];
  #first = 0;

  get count(): number {
    return this.#times.length - this.#first;
  }

  get oldest(): number | undefined {
    return this.#times[this.#first];
  }

  add(time: number): void {
    this.#times.push(time);
  }

  /** Forgets those up to this time. Copies only once half of the list is forgotten. */
  forgetUntil(time: number): void {
    while ((this.oldest ?? Infinity) <= time) this.#first += 1;
    if (this.#first * 2 < this.#times.length) return;
    this.#times = this.#times.slice(this.#first);
    this.#first = 0;
  }
}

/**
 * Counts in this process, by the rule of the Redis storage: within any window at most so many requests are accepted, and refused ones
 * do not count. The library's own storage blocks a client for a whole window instead.
 */
export class SlidingWindowStorage implements ThrottlerStorage {
  readonly #clients = new LRUCache<string, AcceptedRequests>({ max: maxClients });

  /** `now` in milliseconds. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  async increment(key: string, ttl: number, limit: number): Promise<Counted> {
    const now = this.now();
    const accepted = this.#clients.get(key) ?? new AcceptedRequests();
    this.#clients.set(key, accepted);
    accepted.forgetUntil(now - ttl);
    const isBlocked = accepted.count >= limit;
    const totalHits = accepted.count + 1;
    if (!isBlocked) accepted.add(now);
    const seconds = Math.max(1, Math.ceil(((accepted.oldest ?? now) + ttl - now) / 1_000));
    return { totalHits, timeToExpire: seconds, isBlocked, timeToBlockExpire: seconds };
  }
}
