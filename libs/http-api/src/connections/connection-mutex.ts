import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { Problem } from '@sync/service-runtime';
import AsyncLock from 'async-lock';
import { RequestTimeouts } from '../request-timeouts';

const maxWaiting = 1_000;

/**
 * Runs changes of one connection one at a time. Postgres would serialise them too, by row lock, but every waiting request would hold a
 * pooled database connection. Waiting here costs none, so retries against one locked connection cannot exhaust the pool.
 */
@Injectable()
export class ConnectionMutex {
  private readonly lock: AsyncLock;

  constructor({ mutexMs }: RequestTimeouts) {
    this.lock = new AsyncLock({ timeout: mutexMs, maxPending: maxWaiting });
  }

  /** Rejects with a Problem, 409, if the wait takes too long or too many requests wait. */
  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    let hasStarted = false;
    // Bound, because AsyncLock would otherwise run the work in the context, and with the request id, of the previous holder.
    const run = AsyncResource.bind(() => {
      hasStarted = true;
      return work();
    });
    try {
      return await this.lock.acquire(key, run);
    } catch (error) {
      throw hasStarted ? error : Problem.of('conflict');
    }
  }
}
