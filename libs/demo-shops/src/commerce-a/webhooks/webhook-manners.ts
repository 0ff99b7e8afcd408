import { SeededRandom } from '../../base/seeded-random';

/** How the shop sends its webhooks. Default: immediately, once each, in order of the events. */
export interface WebhookManners {
  /** Requests in flight. Default 4. */
  atOnce?: number;
  /** Share that is never sent: 0 to 1. */
  lose?: number;
  /** Each delivery is sent between once and this many times, with the same body and delivery id. */
  copies?: number;
  /** Deliveries leave in any order. */
  shuffle?: boolean;
  /** Each delivery waits up to this long before its payload is built. */
  delayMs?: number;
  /** Sends again after a 503, until the response is another. Default false, as on the platform. */
  isPatient?: boolean;
  /** The same seed misbehaves in the same way. Default 1. */
  seed?: number;
}

const salt = 77;

/** The decisions of a sender with such manners, one after another. */
export class MannersInForce {
  readonly atOnce: number;
  readonly isPatient: boolean;
  private readonly random: SeededRandom;

  constructor(private readonly manners: WebhookManners) {
    this.atOnce = Math.max(1, manners.atOnce ?? 4);
    this.isPatient = manners.isPatient ?? false;
    this.random = new SeededRandom(manners.seed ?? 1, salt, 0);
  }

  isLost(): boolean {
    return this.random.chance(this.manners.lose ?? 0);
  }

  copies(): number {
    return this.random.between(1, Math.max(1, this.manners.copies ?? 1));
  }

  /** Index of the waiting delivery that leaves next. */
  next(waiting: number): number {
    return this.manners.shuffle ? this.random.between(0, waiting - 1) : 0;
  }

  waitMs(): number {
    return this.manners.delayMs === undefined ? 0 : this.random.between(0, this.manners.delayMs);
  }

  isUpdatedFirst(): boolean {
    return this.random.chance(0.5);
  }
}
