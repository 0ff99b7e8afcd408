import { Injectable } from '@nestjs/common';
import { Problem } from '@sync/service-runtime';

const longestWaitMs = 10_000;

/**
 * Requests that change one connection lock it, so that they take turns in any case. Here they do so before they take a connection
 * to the database: whoever repeats a request while somebody else holds the lock never keeps more than one of the pool.
 */
@Injectable()
export class ConnectionTurns {
  private readonly last = new Map<string, Promise<unknown>>();

  /** The work when it is its turn. `who`: the id of the connection, or what is as good. Throws Problem, 409, when that takes too long. */
  take<T>(who: string, work: () => Promise<T>): Promise<T> {
    const end = performance.now() + longestWaitMs;
    const before = this.last.get(who) ?? Promise.resolve();
    const turn = before.then(() => {
      if (performance.now() > end) throw Problem.of('conflict');
      return work();
    });
    const ended = turn.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(who, ended);
    void ended.then(() => {
      if (this.last.get(who) === ended) this.last.delete(who);
    });
    return turn;
  }
}
