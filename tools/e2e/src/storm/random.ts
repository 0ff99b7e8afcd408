import { SeededRandom } from '@sync/demo-shops';

/** What a storm leaves to chance, and can have again: a failed run names its seed. */
export class Random {
  private readonly numbers: SeededRandom;

  constructor(readonly seed: number) {
    this.numbers = new SeededRandom(seed);
  }

  /** A whole number from low to high, both included. */
  between(low: number, high: number): number {
    return this.numbers.between(low, high);
  }

  /** Undefined of an empty list. */
  pick<T>(choices: readonly T[]): T | undefined {
    return this.numbers.pick<T | undefined>(choices);
  }

  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, place: this.numbers.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ value }) => value);
  }
}
