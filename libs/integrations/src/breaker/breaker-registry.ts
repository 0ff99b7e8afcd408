import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { IntegrationConnection, OperationGuard, OperationKind } from '@sync/integration-contract';
import { ConnectionBreaker, windowBuckets, type BreakerSettings } from './connection-breaker';

export interface BreakerRegistrySettings extends BreakerSettings {
  /** Breakers kept; the one used longest ago goes first. */
  maxBreakers: number;
}

const defaults: BreakerRegistrySettings = {
  volumeThreshold: 5,
  errorThresholdPercentage: 50,
  windowMs: 60_000,
  resetMs: 30_000,
  trialMs: 45_000,
  maxBreakers: 10_000,
};

/**
 * The circuit breakers, one per SystemConnection. Webhooks have one of their own: a payload that cannot be processed says
 * nothing of whether the shop answers, and must not stop its exports.
 */
export class BreakerRegistry implements OperationGuard {
  readonly #settings: BreakerRegistrySettings;
  readonly #breakers: LRUCache<string, ConnectionBreaker>;
  /** One timer turns the windows of all breakers: a timer each costs a tenth of a core at 10,000. */
  readonly #rotate = new EventEmitter().setMaxListeners(0);
  readonly #timer: NodeJS.Timeout;

  constructor(settings: Partial<BreakerRegistrySettings> = {}) {
    this.#settings = { ...defaults, ...settings };
    this.#breakers = new LRUCache({ max: this.#settings.maxBreakers, dispose: (breaker) => breaker.shutdown() });
    this.#timer = setInterval(() => this.#rotate.emit('rotate'), this.#settings.windowMs / windowBuckets);
    this.#timer.unref();
  }

  run<T>(connection: IntegrationConnection, kind: OperationKind, operation: (proveAlive: () => void) => Promise<T>): Promise<T> {
    // A person waits for a verification: it is told at once that the shop is being tried already.
    return this.#breaker(connection.id, kind).run(kind !== 'verify', operation);
  }

  /** Whether calls of this kind are refused at the moment. */
  isOpen(connectionId: string, kind: OperationKind = 'bulk'): boolean {
    return this.#breakers.peek(key(connectionId, kind))?.isOpen ?? false;
  }

  /** For a connection that was set up anew or is gone: what its breaker knew no longer holds. */
  forget(connectionId: string): void {
    this.#breakers.delete(key(connectionId, 'bulk'));
    this.#breakers.delete(key(connectionId, 'webhook'));
  }

  close(): void {
    clearInterval(this.#timer);
    this.#breakers.clear();
  }

  #breaker(connectionId: string, kind: OperationKind): ConnectionBreaker {
    const name = key(connectionId, kind);
    const known = this.#breakers.get(name);
    if (known) return known;
    const breaker = new ConnectionBreaker(this.#settings, this.#rotate);
    this.#breakers.set(name, breaker);
    return breaker;
  }
}

function key(connectionId: string, kind: OperationKind): string {
  return kind === 'webhook' ? `webhook:${connectionId}` : connectionId;
}
