import { randomBytes } from 'node:crypto';
import { startRedisServer, type RedisServer } from '@sync/embedded-services';
import { Redis } from 'ioredis';

/** A Redis with a password whose commands and contents can be read. */
export class RedisWatch {
  /** Every command since the start, one line each. */
  commands = '';

  private constructor(
    private readonly server: RedisServer,
    private readonly client: Redis,
    private readonly monitor: Redis,
    readonly password: string,
  ) {
    monitor.on('monitor', (_time: string, command: string[]) => (this.commands += `${command.join(' ')}\n`));
  }

  static async start(): Promise<RedisWatch> {
    const server = await startRedisServer();
    if (!server) throw new Error('This machine has no redis-server');
    const password = `redis-${randomBytes(24).toString('base64url')}`;
    const first = new Redis(server.url);
    await first.config('SET', 'rdbcompression', 'no');
    await first.config('SET', 'requirepass', password);
    first.disconnect();
    const client = new Redis(server.url, { password });
    return new RedisWatch(server, client, await client.monitor(), password);
  }

  get url(): string {
    return `redis://:${this.password}@127.0.0.1:${this.server.port}`;
  }

  /** Each key with its serialised value. */
  async dump(): Promise<string> {
    const parts: string[] = [];
    for (const key of await this.client.keys('*')) {
      // Keys that expired meanwhile were in the watched commands.
      const value = (await this.client.dumpBuffer(key)) as Buffer | null;
      parts.push(key, value?.toString('latin1') ?? '');
    }
    return parts.join('\n');
  }

  async stop(): Promise<void> {
    this.monitor.disconnect();
    this.client.disconnect();
    await this.server.stop();
  }
}
