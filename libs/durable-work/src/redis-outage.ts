import { Logger } from '@nestjs/common';

/** A connection that fails has the code of the system; ioredis says the rest in words. */
const systemCode = /^E(?!RR_)/;
const lostConnection = /^(Connection is closed|Reached the max retries|Socket timeout|Command timed out|Stream isn't writeable)\b/;

/**
 * A process has a dozen connections to Redis, and each reports each of its attempts. An outage is one line when it begins, naming the
 * variable, and one when it ends.
 */
class RedisOutage {
  private readonly logger = new Logger('RedisOutage');
  private isNoted = false;

  /** `redisUrl` may hold a password, so only its host is logged. Returns false for an error that is no lost connection: log that yourself. */
  note(redisUrl: string, { message, code }: NodeJS.ErrnoException): boolean {
    if (!systemCode.test(code ?? '') && !lostConnection.test(message)) return false;
    if (!this.isNoted)
      this.logger.warn({ msg: 'Redis does not respond at REDIS_URL: queued work waits for it', host: new URL(redisUrl).host, code });
    this.isNoted = true;
    return true;
  }

  end(): void {
    if (this.isNoted) this.logger.log({ msg: 'Redis responds again' });
    this.isNoted = false;
  }
}

/** Of this process. */
export const redisOutage = new RedisOutage();
