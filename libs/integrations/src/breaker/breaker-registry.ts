import { EventEmitter } from 'node:events';
import { gauge } from '@sync/telemetry';
import { LRUCache } from 'lru-cache';
import {
  maxTimeoutFactor,
  type IntegrationConnection,
  type OperationGuard,
  type OperationKind,
  type OutageWatch,
} from '@sync/integration-contract';
import { ConnectionBreaker, windowBuckets, type BreakerSettings, type ConnectionOutage } from './connection-breaker';

export interface BreakerRegistrySettings extends BreakerSettings {
  /** Maximum number of breakers; the least recently used one is evicted. */
  maxBreakers: number;
  /** Decides when the breaker of exports opens. An app that exports nothing needs none: then exports count like verifications. */
  outages: OutageWatch | null;
}

const defaults: BreakerRegistrySettings = {
  volumeThreshold: 5,
  errorThresholdPercentage: 50,
  windowMs: 60_000,
  resetMs: 30_000,
  trialMs: 45_000,
  maxBreakers: 10_000,
  outages: null,
};

/** Those of this process. */
const open = new Set<BreakerRegistry>();

gauge({ name: 'sync_breakers', help: 'Circuit breakers of shops that this process knows, by state.', labels: ['state'] }, (breakers) => {
  for (const state of ['open', 'half_open', 'closed'] as const) breakers.set({ state }, 0);
  for (const registry of open) for (const state of registry.states()) breakers.inc({ state });
});

/**
 * The circuit breakers, one per connection. Webhooks have a separate one: a payload that cannot be processed says nothing about
 * whether the shop responds and must not stop its exports.
 */
export class BreakerRegistry implements OperationGuard {
  readonly #settings: BreakerRegistrySettings;
  readonly #breakers: LRUCache<string, ConnectionBreaker>;
  /** One timer rotates the windows of all breakers: one timer per breaker costs a tenth of a core at 10,000. */
  readonly #rotate = new EventEmitter().setMaxListeners(0);
  readonly #timer: NodeJS.Timeout;

  constructor(settings: Partial<BreakerRegistrySettings> = {}) {
    this.#settings = { ...defaults, ...settings };
    this.#breakers = new LRUCache({ max: this.#settings.maxBreakers, dispose: (breaker) => breaker.shutdown() });
    this.#timer = setInterval(() => this.#rotate.emit('rotate'), this.#settings.windowMs / windowBuckets);
    this.#timer.unref();
    open.add(this);
  }

  /** Of each breaker. */
  *states(): Iterable<ConnectionBreaker['state']> {
    for (const breaker of this.#breakers.values()) yield breaker.state;
  }

  run<T>(connection: IntegrationConnection, kind: OperationKind, operation: (proveAlive: () => void) => Promise<T>): Promise<T> {
    // A person waits for a verification, so it is refused at once while another call is the trial.
    const mayWait = kind !== 'verify';
    const timeoutFactor = kind === 'bulk' ? (connection.timeoutFactor ?? maxTimeoutFactor) : maxTimeoutFactor;
    return this.#breaker(connection.id, kind).run(operation, { mayWait, timeoutFactor });
  }

  /** For a connection that was reconnected or removed: its breaker's state no longer applies. */
  forget(connectionId: string): void {
    this.#breakers.delete(key(connectionId, 'bulk'));
    this.#breakers.delete(key(connectionId, 'webhook'));
  }

  close(): void {
    open.delete(this);
    clearInterval(this.#timer);
    this.#breakers.clear();
  }

  #breaker(connectionId: string, kind: OperationKind): ConnectionBreaker {
    const name = key(connectionId, kind);
    const known = this.#breakers.get(name);
    if (known) return known;
    const breaker = new ConnectionBreaker(this.#settings, this.#rotate, kind === 'webhook' ? null : this.#outageOf(connectionId));
    this.#breakers.set(name, breaker);
    return breaker;
  }

  #outageOf(connectionId: string): ConnectionOutage | null {
    const { outages } = this.#settings;
    return outages && { failed: (callMs) => outages.failed(connectionId, callMs), succeeded: () => outages.succeeded(connectionId) };
  }
}

function key(connectionId: string, kind: OperationKind): string {
  return kind === 'webhook' ? `webhook:${connectionId}` : connectionId;
}
