const dayMs = 86_400_000;
const mostDaysKept = 5_000;
const offsetPattern = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

const zones = new Map<string, ShopZone>();

/** The time zone of a shop. Its database keeps local times, without offset. Times here are milliseconds; a local one is counted as if it were UTC. */
export class ShopZone {
  readonly #format: Intl.DateTimeFormat;
  /** The offset of each day on which it does not change, NaN for one on which it does: asking the format is slow. */
  readonly #offsetOfDay = new Map<number, number>();

  private constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** Null when there is no zone of that name. */
  static named(name: string | null): ShopZone | null {
    if (name === null) return null;
    const known = zones.get(name);
    if (known) return known;
    try {
      const zone = new ShopZone(name);
      zones.set(name, zone);
      return zone;
    } catch {
      return null;
    }
  }

  /** A local hour that comes twice when summer time ends is the first of the two; one that is left out is the hour after it. */
  instantOf(local: number): number {
    const [before, after] = this.#offsetsAround(local);
    return this.#offsetAt(local - before) === before || this.#offsetAt(local - after) !== after ? local - before : local - after;
  }

  /** The latest instant that the local time can mean. */
  latestInstantOf(local: number): number {
    const [before, after] = this.#offsetsAround(local);
    return Math.max(this.instantOf(local), this.#offsetAt(local - after) === after ? local - after : local - before);
  }

  /** `2025-11-14T09:13:20+01:00` */
  isoText(local: number): string {
    const instant = this.instantOf(local);
    const offset = this.#offsetAt(instant);
    const minutes = Math.abs(offset) / 60_000;
    // Before clocks were set by zones, offsets had seconds, which ISO 8601 cannot say.
    if (!Number.isInteger(minutes)) return `${new Date(instant).toISOString().slice(0, 19)}Z`;
    return `${new Date(instant + offset).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  }

  #offsetsAround(local: number): [before: number, after: number] {
    return [this.#offsetAt(local - dayMs), this.#offsetAt(local + dayMs)];
  }

  #offsetAt(instant: number): number {
    const day = Math.floor(instant / dayMs);
    let offset = this.#offsetOfDay.get(day);
    if (offset === undefined) {
      const [start, end] = [this.#askOffset(day * dayMs), this.#askOffset((day + 1) * dayMs)];
      offset = start === end ? start : Number.NaN;
      if (this.#offsetOfDay.size >= mostDaysKept) this.#offsetOfDay.clear();
      this.#offsetOfDay.set(day, offset);
    }
    return Number.isNaN(offset) ? this.#askOffset(instant) : offset;
  }

  #askOffset(instant: number): number {
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = offsetPattern.exec(this.#format.format(instant)) ?? [];
    const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -size : size;
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
