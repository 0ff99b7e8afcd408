import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports (from 32768 or 49152 on), which the system assigns to outgoing connections. */
const firstPort = 10_000;
const blockSize = 2_000;
const blocks = 11;
/** Browsers and `fetch` refuse to connect to it: the only such port from 10000 to 31999 (https://fetch.spec.whatwg.org/#port-blocking). */
const refusedByBrowsers = 10_080;

/** Each worker of a test run, and the processes it starts, has its own block. All others share the first. */
const block = Number(process.env.JEST_WORKER_ID ?? 0) % blocks;
let offset = randomInt(blockSize);

/**
 * A free TCP port of 127.0.0.1 between 10000 and 31999 that browsers connect to, a different one each time. It very likely stays free until used: neither an
 * outgoing connection nor another worker of the same test run takes it.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < blockSize; attempt += 1) {
    offset = (offset + 1) % blockSize;
    const port = firstPort + block * blockSize + offset;
    if (port !== refusedByBrowsers && (await isPortFree(port))) return port;
  }
  throw new Error(`No free port on 127.0.0.1 from ${firstPort + block * blockSize}.`);
}

/** True if nothing listens on this port of 127.0.0.1 right now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
