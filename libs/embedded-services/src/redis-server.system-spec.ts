import { connect } from 'node:net';
import { findRedisServer, startRedisServer } from './redis-server';

function reachable(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

describe('startRedisServer', () => {
  it('returns null without a redis-server on the PATH', async () => {
    const path = process.env.PATH;
    process.env.PATH = '';
    try {
      expect(findRedisServer()).toBeNull();
      expect(await startRedisServer()).toBeNull();
    } finally {
      process.env.PATH = path;
    }
  });

  it('runs Redis on its own port until stopped or killed', async () => {
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
