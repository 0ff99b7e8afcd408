import { createServer } from 'node:net';

/** Rejects when the port is taken; 0: any free one. */
function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      const found = address !== null && typeof address === 'object' ? address.port : 0;
      probe.close(() => resolve(found));
    });
  });
}

/** A TCP port of 127.0.0.1 that nobody listens on at this moment. Somebody else may take it before it is used: callers retry. */
export function freePort(): Promise<number> {
  return listenOnce(0);
}

/** Whether nobody listens on this port of 127.0.0.1 at this moment. */
export function isPortFree(port: number): Promise<boolean> {
  return listenOnce(port).then(
    () => true,
    () => false,
  );
}
