import { SeededRandom } from '@sync/demo-shops';

/** The random choices of a storm, repeatable by seed. */
export class Random extends SeededRandom {
  shuffled<T>(values: readonly T[]): T[] {
    return values
      .map((value) => ({ value, place: this.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ value }) => value);
  }
}
