import { once } from 'node:events';
import { connect } from 'node:net';
import { CannotStart } from './cannot-start';

const timeoutMs = 3_000;

/**
 * Throws CannotStart when nothing listens at REDIS_URL. The apps would start without it and take requests, but no sync would run: the person
 * at the terminal should learn it here. The message shows no password.
 */
export async function requireRedis(redisUrl: string | null): Promise<void> {
  if (redisUrl === null) return;
  const { hostname, port, host } = new URL(redisUrl);
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeoutMs) });
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException;
    const reason = name === 'AbortError' ? 'timeout' : code;
    throw new CannotStart(
      `REDIS_URL: no Redis listens at ${host} (${reason}). Start it, or unset REDIS_URL: then Postgres holds the queues.`,
    );
  } finally {
    socket.destroy();
  }
}
