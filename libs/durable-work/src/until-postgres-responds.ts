import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { Client } from 'pg';

const maxAttempts = 60;
const pauseMs = 500;

/**
 * A queue on Postgres never recovers from a failed first connection, so it is opened only once Postgres responds. Rejects with the
 * last failure after half a minute.
 */
export async function untilPostgresResponds(connectionString: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (attempt === maxAttempts) throw error;
      if (attempt === 1) new Logger('DurableWork').warn({ msg: 'Postgres does not respond yet', error: loggableError(error) });
      await sleep(pauseMs);
    } finally {
      void client.end().catch(() => undefined);
    }
  }
}
