const dayMs = 86_400_000;
const maxCachedDays = 5_000;
const offsetPattern = /GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/;

const zones = new Map<string, ShopZone>();

/** The time zone of a shop, whose database stores local times without offset. All times are milliseconds; local ones as if they were UTC. */
export class ShopZone {
  readonly #format: Intl.DateTimeFormat;
  /** Cached because formatting is slow. NaN for a day on which the offset changes. */
  readonly #offsetOfDay = new Map<number, number>();

  private constructor(name: string) {
    this.#format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** Null if there is no zone of that name. */
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

  /** When daylight saving ends, a repeated hour means the first one; when it begins, a skipped hour means the one after. */
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
    // Historic offsets have seconds, which ISO 8601 cannot express.
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
      const [start, end] = [this.#formatOffset(day * dayMs), this.#formatOffset((day + 1) * dayMs)];
      offset = start === end ? start : Number.NaN;
      if (this.#offsetOfDay.size >= maxCachedDays) this.#offsetOfDay.clear();
      this.#offsetOfDay.set(day, offset);
    }
    return Number.isNaN(offset) ? this.#formatOffset(instant) : offset;
  }

  #formatOffset(instant: number): number {
    const [, sign, hours = '0', minutes = '0', seconds = '0'] = offsetPattern.exec(this.#format.format(instant)) ?? [];
    const size = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
    return sign === '-' ? -size : size;
  }
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
