import type { EventEmitter } from 'node:events';
import CircuitBreaker from 'opossum';
import { CircuitOpenException, IntegrationRequestException, UnusableWebhookException } from '@sync/integration-contract';

export interface BreakerSettings {
  /** Outcomes within the window before it may open. */
  volumeThreshold: number;
  /** It opens when more than this share of them failed. */
  errorThresholdPercentage: number;
  windowMs: number;
  /** Time from opening to the next trial. */
  resetMs: number;
  /** A trial that has shown no sign of life for so long no longer keeps others from trying. */
  trialMs: number;
}

type Failure = IntegrationRequestException | null;
type Pass = 'closed' | 'trial';

export const windowBuckets = 10;

/** The outcome is the argument: `null` for success. */
const settle = async (failure: Failure): Promise<void> => {
  if (failure) throw failure;
};

/**
 * One circuit breaker of one connection. opossum is told each outcome when it is known, instead of being given the call:
 * a call counted when it starts has left the window by the time it times out, and a call that hangs in the half-open state
 * would hold the breaker there for good. It also keeps credentials out of its events, and lets an outcome that says
 * nothing of the shop's health count for nothing (a filtered error would close a half-open breaker).
 */
export class ConnectionBreaker {
  #circuit: CircuitBreaker<[Failure], void>;
  #trial: { startedAt: number; ended: Promise<void> } | null = null;
  #lastReason = '';

  constructor(
    private readonly settings: BreakerSettings,
    private readonly rotate: EventEmitter,
  ) {
    this.#circuit = createCircuit(settings, rotate);
  }

  get isOpen(): boolean {
    return this.#circuit.opened;
  }

  /** `mayWait`: while another call is the trial, wait for its outcome instead of being refused. */
  async run<T>(mayWait: boolean, operation: (proveAlive: () => void) => Promise<T>): Promise<T> {
    while (mayWait && this.#circuit.halfOpen && this.#trialUnderWay()) await this.#trialEnded();
    if (this.#circuit.opened || (this.#circuit.halfOpen && this.#trialUnderWay())) throw this.#refusal(null);
    if (!this.#circuit.halfOpen) return this.#observe('closed', operation, () => undefined);
    const decided = this.#startTrial();
    try {
      return await this.#observe('trial', operation, decided);
    } finally {
      decided();
    }
  }

  /** Frees what opossum holds. Operations that still run end as they would; their outcomes are no longer counted. */
  shutdown(): void {
    this.#circuit.shutdown();
  }

  /** Gives the function that ends it. */
  #startTrial(): () => void {
    let end = (): void => undefined;
    const trial = { startedAt: Date.now(), ended: new Promise<void>((resolve) => (end = resolve)) };
    this.#trial = trial;
    return () => {
      if (this.#trial === trial) this.#trial = null;
      end();
    };
  }

  async #observe<T>(pass: Pass, operation: (proveAlive: () => void) => Promise<T>, decided: () => void): Promise<T> {
    let proven = false;
    const proveAlive = (): void => {
      // A trial may be an export of an hour: its first page is proof enough, the others need not wait for the last.
      if (pass !== 'trial' || proven) return;
      proven = true;
      void this.#count(null, pass).then(decided);
    };
    try {
      const result = await operation(proveAlive);
      if (!proven) await this.#count(null, pass);
      return result;
    } catch (error) {
      if (!countsAsFailure(error)) throw error;
      this.#lastReason = error.message;
      await this.#count(error, pass);
      throw this.#circuit.opened ? this.#refusal(error) : error;
    }
  }

  /** Outcomes of calls that began before the breaker opened change nothing once it is open or trying again. */
  async #count(failure: Failure, pass: Pass): Promise<void> {
    const { closed, halfOpen, isShutdown } = this.#circuit;
    if (isShutdown || !(closed || (halfOpen && pass === 'trial'))) return;
    await this.#circuit.fire(failure).catch(() => undefined);
    if (halfOpen && this.#circuit.closed) this.#startAfresh();
  }

  /** The failures that opened it are still within the window: without this, one more after the recovery would open it again. */
  #startAfresh(): void {
    this.#circuit.shutdown();
    this.#circuit = createCircuit(this.settings, this.rotate);
  }

  #trialUnderWay(): boolean {
    return this.#trial !== null && Date.now() - this.#trial.startedAt < this.settings.trialMs;
  }

  async #trialEnded(): Promise<void> {
    const { startedAt, ended } = this.#trial ?? { startedAt: 0, ended: Promise.resolve() };
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>(
      (resolve) => (timer = setTimeout(resolve, Math.max(startedAt + this.settings.trialMs - Date.now(), 1))),
    );
    await Promise.race([ended, tooLong]);
    clearTimeout(timer);
  }

  #refusal(failure: Failure): CircuitOpenException {
    const reason = failure?.message ?? this.#lastReason;
    return new CircuitOpenException(`Too many calls to the shop failed, so it is not called for a while. Last failure: ${reason}`, {
      status: failure?.status ?? undefined,
      retryAfterSeconds: failure ? undefined : Math.ceil(this.settings.resetMs / 1_000),
    });
  }
}

function createCircuit(settings: BreakerSettings, rotate: EventEmitter): CircuitBreaker<[Failure], void> {
  return new CircuitBreaker(settle, {
    timeout: false,
    volumeThreshold: settings.volumeThreshold,
    errorThresholdPercentage: settings.errorThresholdPercentage,
    rollingCountTimeout: settings.windowMs,
    rollingCountBuckets: windowBuckets,
    resetTimeout: settings.resetMs,
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
    rotateBucketController: rotate,
  });
}

/** A shop that is busy and says so (429, or 503 with Retry-After) is not broken, one that sends an unusable webhook answers, and the caller's own errors are not the shop's. */
function countsAsFailure(error: unknown): error is IntegrationRequestException {
  if (!(error instanceof IntegrationRequestException) || error instanceof UnusableWebhookException) return false;
  return !(error.status === 429 || (error.status === 503 && error.retryAfterSeconds !== null));
}
