import { v7 as uuidv7 } from 'uuid';

const bytesEach = 16;
const drawnAtOnce = 256;

/** Uuids of version 7, each greater than the one before. Random bytes are drawn for many at once: drawing them costs more than all the rest. */
export class OrderedUuids {
  private readonly drawn = new Uint8Array(bytesEach * drawnAtOnce);
  private used = drawnAtOnce;
  private sequence = 0;
  private milliseconds = 0;

  next(): string {
    if (this.used === drawnAtOnce) {
      crypto.getRandomValues(this.drawn);
      this.used = 0;
    }
    const start = bytesEach * this.used;
    this.used += 1;
    this.sequence += 1;
    // A clock that goes back does not take the order along.
    this.milliseconds = Math.max(Date.now(), this.milliseconds);
    return uuidv7({ random: this.drawn.subarray(start, start + bytesEach), msecs: this.milliseconds, seq: this.sequence });
  }
}
