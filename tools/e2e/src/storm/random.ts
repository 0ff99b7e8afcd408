import { SeededRandom } from '@sync/demo-shops';

/** The random choices of a storm, repeatable by seed. */
export class Random {
  private readonly numbers: SeededRandom;

  constructor(readonly seed: number) {
    this.numbers = new SeededRandom(seed);
  }

  /** An integer from low to high, inclusive. */
  between(low: number, high: number): number {
    return this.numbers.between(low, high);
  }

  /** Undefined for an empty list. */
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
