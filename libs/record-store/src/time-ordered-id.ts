import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const bytesOfOne = 16;
const pool = Buffer.alloc(256 * bytesOfOne);
let used = pool.length;
let milliseconds = 0;
let sequence = 0;

/**
 * A uuid of version 7, greater than the one before it also within a millisecond. Asking the system for the randomness of many
 * at once costs an eighth of asking for each.
 */
export function timeOrderedId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + bytesOfOne);
  used += bytesOfOne;
  const now = Date.now();
  // Begins below the middle of its 32 bits, so that a millisecond never counts to their end.
  sequence = now > milliseconds ? random.readUInt32BE(6) >>> 1 : sequence + 1;
  milliseconds = Math.max(now, milliseconds);
  return v7({ random, msecs: milliseconds, seq: sequence });
}
