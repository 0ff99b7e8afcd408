import { Redis } from 'ioredis';

/** Every key of a Redis with what it holds. */
export async function everythingIn(url: string): Promise<unknown[]> {
  const client = new Redis(url);
  const readers: Record<string, (key: string) => Promise<unknown>> = {
    string: (key) => client.get(key),
    hash: (key) => client.hgetall(key),
    list: (key) => client.lrange(key, 0, -1),
    set: (key) => client.smembers(key),
    zset: (key) => client.zrange(key, 0, -1),
    stream: (key) => client.xrange(key, '-', '+'),
  };
  const all: unknown[] = [];
  for (const key of await client.keys('*')) all.push([key, await readers[await client.type(key)]?.(key)]);
  client.disconnect();
  return all;
}
