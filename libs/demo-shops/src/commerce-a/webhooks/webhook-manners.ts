import { SeededRandom } from '../data/seeded-random';

/** How the shop sends its webhooks. Left out: at once, each once, in order of the events. */
export interface WebhookManners {
  /** Requests under way at once. Default 4. */
  atOnce?: number;
  /** Share that is never sent: 0 to 1. */
  lose?: number;
  /** Each is sent once to so many times, with the same body and delivery id. */
  copies?: number;
  /** They leave in any order. */
  shuffle?: boolean;
  /** Each waits up to so long before its payload is made. */
  delayMs?: number;
  /** What is answered 503 is sent again until it is answered otherwise. Default false, as the platform does it. */
  isPatient?: boolean;
  /** The same seed misbehaves in the same way. Default 1. */
  seed?: number;
}

const salt = 77;

/** The decisions that a sender with such manners makes, one after another. */
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

  /** Which of so many waiting ones leaves next. */
  next(waiting: number): number {
    return this.manners.shuffle ? this.random.between(0, waiting - 1) : 0;
  }

  waitMs(): number {
    return this.manners.delayMs === undefined ? 0 : this.random.between(0, this.manners.delayMs);
  }

  updatedFirst(): boolean {
    return this.random.chance(0.5);
  }
}
