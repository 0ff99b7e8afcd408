import type { EventEmitter } from 'node:events';
import CircuitBreaker from 'opossum';
import {
  CircuitOpenException,
  IntegrationRequestException,
  maxTimeoutFactor,
  RequestNotSentException,
  UnusableWebhookException,
} from '@sync/integration-contract';

/** When the breaker of webhooks and verifications opens; that of exports asks its outage watch. */
export interface BreakerSettings {
  /** Minimum outcomes within the window before it may open. */
  volumeThreshold: number;
  /** It opens when more than this share of outcomes failed. */
  errorThresholdPercentage: number;
  windowMs: number;
  /** Time from opening until the next trial. */
  resetMs: number;
  /** After this time, a trial without any response no longer blocks other trials. */
  trialMs: number;
}

/** The outage watch of one connection. */
export interface ConnectionOutage {
  failed: (callMs: number) => Promise<boolean>;
  succeeded: () => Promise<void>;
}

type Failure = IntegrationRequestException | null;
type Pass = 'closed' | 'trial';
type Operation<T> = (proveAlive: () => void) => Promise<T>;

interface ObservedCall {
  pass: Pass;
  timeoutFactor: number;
  /** Called once the outcome of a trial is known. */
  decided: () => void;
}

export const windowBuckets = 10;

/** The action opossum runs: it replays an outcome, `null` for success. */
const settle = async (failure: Failure): Promise<void> => {
  if (failure) throw failure;
};

/**
 * The circuit breaker of one connection. opossum gets each outcome when it is known, not the call itself: a call counted at its
 * start has left the window by the time it times out, and a hanging call would block the half-open state permanently. This also
 * keeps credentials out of opossum's events and ignores outcomes that say nothing about the shop's health (a filtered error would
 * close a half-open breaker).
 */
export class ConnectionBreaker {
  #circuit: CircuitBreaker<[Failure], void>;
  #trial: { startedAt: number; ended: Promise<void> } | null = null;
  #lastReason = '';

  constructor(
    private readonly settings: BreakerSettings,
    private readonly rotate: EventEmitter,
    /** Decides when it opens, instead of the outcomes within the window. */
    private readonly outage: ConnectionOutage | null = null,
  ) {
    this.#circuit = this.#createCircuit();
  }

  get state(): 'open' | 'half_open' | 'closed' {
    if (this.#circuit.opened) return 'open';
    return this.#circuit.halfOpen ? 'half_open' : 'closed';
  }

  /** `mayWait`: while another call is the trial, wait for its outcome instead of throwing. `timeoutFactor`: of the connection. */
  async run<T>(operation: Operation<T>, { mayWait, timeoutFactor }: { mayWait: boolean; timeoutFactor: number }): Promise<T> {
    while (mayWait && this.#circuit.halfOpen && this.#trialRunning()) await this.#trialEnded();
    if (this.#circuit.opened || (this.#circuit.halfOpen && this.#trialRunning())) throw this.#refusal(null);
    if (!this.#circuit.halfOpen) return this.#observe({ pass: 'closed', timeoutFactor, decided: () => undefined }, operation);
    const decided = this.#startTrial();
    try {
      return await this.#observe({ pass: 'trial', timeoutFactor, decided }, operation);
    } finally {
      decided();
    }
  }

  /** Releases opossum's resources. Running operations continue, but their outcomes no longer count. */
  shutdown(): void {
    this.#circuit.shutdown();
  }

  /** Returns the function that ends the trial. */
  #startTrial(): () => void {
    let end = (): void => undefined;
    const trial = { startedAt: Date.now(), ended: new Promise<void>((resolve) => (end = resolve)) };
    this.#trial = trial;
    return () => {
      if (this.#trial === trial) this.#trial = null;
      end();
    };
  }

  async #observe<T>({ pass, timeoutFactor, decided }: ObservedCall, operation: Operation<T>): Promise<T> {
    let proven = false;
    let calledAt = performance.now();
    const proveAlive = (): void => {
      calledAt = performance.now();
      void this.#endOutage();
      // A trial may be an hour-long export: its first page is proof enough, so waiting calls need not wait for the last.
      if (pass !== 'trial' || proven) return;
      proven = true;
      void this.#count(null, pass).then(decided);
    };
    try {
      const result = await operation(proveAlive);
      await this.#endOutage();
      if (!proven) await this.#count(null, pass);
      return result;
    } catch (error) {
      if (!countsAsFailure(error, timeoutFactor)) throw error;
      this.#lastReason = error.message;
      const isLong = await this.#noteFailure(performance.now() - calledAt);
      await this.#count(error, pass);
      if (isLong && !this.#circuit.isShutdown) this.#circuit.open();
      throw this.#circuit.opened ? this.#refusal(error) : error;
    }
  }

  /** A success that cannot be noted is still one; the next one is noted. */
  async #endOutage(): Promise<void> {
    await this.outage?.succeeded().catch(() => undefined);
  }

  /** A failure that cannot be noted is still the shop's; the next one is noted. */
  async #noteFailure(callMs: number): Promise<boolean> {
    return (await this.outage?.failed(callMs).catch(() => false)) ?? false;
  }

  /** Ignores outcomes of calls that began before the breaker opened. */
  async #count(failure: Failure, pass: Pass): Promise<void> {
    const { closed, halfOpen, isShutdown } = this.#circuit;
    if (isShutdown || !(closed || (halfOpen && pass === 'trial'))) return;
    await this.#circuit.fire(failure).catch(() => undefined);
    if (halfOpen && this.#circuit.closed) this.#reset();
  }

  /** The failures that opened it are still in the window: without a reset, one more after the recovery would reopen it. */
  #reset(): void {
    this.#circuit.shutdown();
    this.#circuit = this.#createCircuit();
  }

  #trialRunning(): boolean {
    return this.#trial !== null && Date.now() - this.#trial.startedAt < this.settings.trialMs;
  }

  async #trialEnded(): Promise<void> {
    const { startedAt, ended } = this.#trial ?? { startedAt: 0, ended: Promise.resolve() };
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>(
      (resolve) => (timer = setTimeout(resolve, Math.max(startedAt + this.settings.trialMs - Date.now(), 1))),
    );
    await Promise.race([ended, timeout]);
    clearTimeout(timer);
  }

  #createCircuit(): CircuitBreaker<[Failure], void> {
    const { volumeThreshold, errorThresholdPercentage, windowMs, resetMs } = this.settings;
    return new CircuitBreaker(settle, {
      timeout: false,
      volumeThreshold: this.outage ? Number.MAX_SAFE_INTEGER : volumeThreshold,
      errorThresholdPercentage,
      rollingCountTimeout: windowMs,
      rollingCountBuckets: windowBuckets,
      resetTimeout: resetMs,
      rollingPercentilesEnabled: false,
      enableSnapshots: false,
      rotateBucketController: this.rotate,
    });
  }

  #refusal(failure: Failure): CircuitOpenException {
    const reason = failure?.message ?? this.#lastReason;
    return new CircuitOpenException(`Too many calls to the shop failed, so it is not called for a while. Last failure: ${reason}`, {
      status: failure?.status ?? undefined,
      isBlocked: failure?.isBlocked,
      retryAfterSeconds: failure ? undefined : Math.ceil(this.settings.resetMs / 1_000),
    });
  }
}

/**
 * A busy shop (429, or 503 with Retry-After) is not broken, and one that is too slow gets more time first. An unusable webhook and a
 * request that was never sent say nothing about the shop, and the caller's errors are not the shop's.
 */
function countsAsFailure(error: unknown, timeoutFactor: number): error is IntegrationRequestException {
  if (!(error instanceof IntegrationRequestException)) return false;
  if (error instanceof UnusableWebhookException || error instanceof RequestNotSentException) return false;
  if (error.code === 'DEADLINE' && timeoutFactor < maxTimeoutFactor) return false;
  return !(error.status === 429 || (error.status === 503 && error.retryAfterSeconds !== null));
}
