import { v7 as uuidv7 } from 'uuid';

const bytesPerUuid = 16;
const uuidsPerDraw = 256;

/** Version 7 UUIDs, each greater than the one before. Draws random bytes for many at once, because drawing costs more than everything else. */
export class OrderedUuids {
  private readonly randomBytes = new Uint8Array(bytesPerUuid * uuidsPerDraw);
  private used = uuidsPerDraw;
  private sequence = 0;
  private milliseconds = 0;

  next(): string {
    if (this.used === uuidsPerDraw) {
      crypto.getRandomValues(this.randomBytes);
      this.used = 0;
    }
    const start = bytesPerUuid * this.used;
    this.used += 1;
    this.sequence += 1;
    // Keeps the order when the clock is set back.
    this.milliseconds = Math.max(Date.now(), this.milliseconds);
    return uuidv7({ random: this.randomBytes.subarray(start, start + bytesPerUuid), msecs: this.milliseconds, seq: this.sequence });
  }
}

/** Not greater than any version 7 UUID of that time or later. */
export const firstIdAt = (milliseconds: number): string => uuidv7({ msecs: milliseconds, seq: 0, random: new Uint8Array(bytesPerUuid) });
