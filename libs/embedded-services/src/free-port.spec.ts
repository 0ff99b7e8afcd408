import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePort, isPortFree } from './free-port';

describe('a free port', () => {
  it('is below the ephemeral range, different each time, and can be listened on', async () => {
    const ports: number[] = [];
    for (let count = 0; count < 50; count += 1) ports.push(await freePort());
    expect(new Set(ports).size).toBe(50);
    expect(ports.filter((port) => port < 10_000 || port > 31_999)).toEqual([]);
    const server = createServer().listen(ports[0], '127.0.0.1');
    await once(server, 'listening');
    expect(await isPortFree(ports[0]!)).toBe(false);
    server.close();
    await once(server, 'close');
    expect(await isPortFree(ports[0]!)).toBe(true);
  });

  it('is not in use', async () => {
    const next = (await freePort()) + 1;
    const server = createServer().listen(next, '127.0.0.1');
    await once(server, 'listening');
    expect(await freePort()).not.toBe(next);
    server.close();
  });

  it('differs between workers of a test run', async () => {
    const block = (port: number) => Math.floor(port / 2_000);
    const freePortOfAnother = await asWorker(Number(process.env.JEST_WORKER_ID) + 1);
    expect(block(await freePortOfAnother())).not.toBe(block(await freePort()));
  });

  it('is never one that browsers and fetch refuse to connect to', async () => {
    await expect(fetch('http://127.0.0.1:10080')).rejects.toMatchObject({ cause: { message: 'bad port' } });
    const freePortOfFirst = await asWorker(0);
    const ports = new Set<number>();
    while (!ports.has(10_081)) ports.add(await freePortOfFirst());
    expect(ports).not.toContain(10_080);
  });
});

async function asWorker(id: number): Promise<typeof freePort> {
  const own = process.env.JEST_WORKER_ID;
  process.env.JEST_WORKER_ID = String(id);
  jest.resetModules();
  const workers = await import('./free-port');
  process.env.JEST_WORKER_ID = own;
  return workers.freePort;
}
