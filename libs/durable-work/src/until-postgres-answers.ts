import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { loggableError } from '@sync/records';
import { Client } from 'pg';

const attempts = 60;
const betweenMs = 500;

/**
 * A queue on Postgres remembers for ever that its first connection failed, so it is opened only when Postgres answers.
 * Rejects with what the last attempt, half a minute later, failed of.
 */
export async function untilPostgresAnswers(connectionString: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
      if (attempt === 1) new Logger('DurableWork').warn({ msg: 'Postgres does not answer yet', error: loggableError(error) });
      await sleep(betweenMs);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
