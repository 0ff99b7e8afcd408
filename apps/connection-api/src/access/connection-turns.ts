import { Injectable } from '@nestjs/common';
import { Problem } from '@sync/service-runtime';
import { RequestTimeouts } from '../request-timeouts';

/**
 * Requests that change one connection lock it, so that they take turns in any case. Here they do so before they take a connection
 * to the database: whoever repeats a request while somebody else holds the lock never keeps more than one of the pool.
 */
@Injectable()
export class ConnectionTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  constructor(private readonly waits: RequestTimeouts) {}

  /** The work when it is its turn. `who`: the id of the connection, or what is as good. Throws Problem, 409, when that takes too long. */
  take<T>(who: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(who) ?? Promise.resolve();
    const turn = inTime(before, this.waits.mutexMs).then(work);
    // Whoever gives up leaves the line as it is: those behind still wait for those before.
    const ended = Promise.allSettled([before, turn]);
    this.last.set(who, ended);
    void ended.then(() => {
      if (this.last.get(who) === ended) this.last.delete(who);
    });
    return turn;
  }
}

async function inTime(before: Promise<unknown>, longestMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Problem.of('conflict')), longestMs);
  });
  await Promise.race([before, tooLong]).finally(() => clearTimeout(timer));
}
