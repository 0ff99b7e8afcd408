import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems give away by themselves (from 32768 or 49152 on), to whoever connects or asks for any. */
const firstPort = 10_000;
const blockSize = 2_000;
const blocks = 11;

/** The workers of a test run have a block each, and what they start has theirs; everybody else has the first. */
const block = Number(process.env.JEST_WORKER_ID ?? 0) % blocks;
let place = randomInt(blockSize);

/**
 * A TCP port of 127.0.0.1 that nobody listens on at this moment, from 10000 to 31999, and another one each time. It stays free until it is
 * used: no connection gets it by chance, nor does another worker of the same test run.
 */
export async function freePort(): Promise<number> {
  for (let tried = 0; tried < blockSize; tried += 1) {
    place = (place + 1) % blockSize;
    const port = firstPort + block * blockSize + place;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`No port of 127.0.0.1 is free from ${firstPort + block * blockSize} on.`);
}

/** Whether nobody listens on this port of 127.0.0.1 at this moment. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
