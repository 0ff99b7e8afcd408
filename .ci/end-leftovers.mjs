// Ends what a step left running. A killed Jest leaves its workers and what their tests started. They hold the gate's output open, so its
// reader would wait for them.
import { readdirSync, readFileSync } from 'node:fs';

const mark = `GATE_RUN=${process.pid}`;

/** Every process that a step starts inherits this. */
export const markedEnvironment = { GATE_RUN: String(process.pid) };

function isMarked(pid) {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark);
  } catch {
    return false; // Ended meanwhile, or another user's.
  }
}

/** Returns how many processes it ended. */
export function endLeftovers() {
  const left = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && isMarked(name));
  for (const pid of left) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // Ended meanwhile.
    }
  }
  return left.length;
}
