import type { Scene } from './scene';

/** Something the service does, on a database that may be large. */
export interface ScaleCase {
  what: string;
  /** Once per database. */
  setUp?: (scene: Scene) => Promise<unknown>;
  /** Before each turn, outside the measured time: adds the work, the same amount in each database. */
  prepare?: (scene: Scene, calls: number) => Promise<unknown>;
  /** How often a turn runs it. */
  calls: number;
  run: (scene: Scene, call: number) => Promise<unknown>;
}

/** State of a case per database. */
export class PerScene<T> {
  private readonly values = new WeakMap<Scene, T>();

  set(scene: Scene, value: T): void {
    this.values.set(scene, value);
  }

  of(scene: Scene): T {
    const value = this.values.get(scene);
    if (value === undefined) throw new Error('The case was not set up on this database');
    return value;
  }
}
