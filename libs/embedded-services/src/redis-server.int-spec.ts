import { connect } from 'node:net';
import { findRedisServer, startRedisServer } from './redis-server';

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('Redis server of the machine', () => {
  it('is null when the PATH has none', async () => {
    const path = process.env.PATH;
    process.env.PATH = '';
    try {
      expect(findRedisServer()).toBeNull();
      expect(await startRedisServer()).toBeNull();
    } finally {
      process.env.PATH = path;
    }
  });

  it('runs on a port of its own until stopped or killed, when the machine has one', async () => {
    const first = await startRedisServer();
    if (!first) return;
    expect(await reachable(first.port)).toBe(true);
    await first.kill();
    expect(await reachable(first.port)).toBe(false);
    const second = await startRedisServer({ port: first.port });
    expect(second?.url).toBe(first.url);
    await second?.stop();
  });
});
