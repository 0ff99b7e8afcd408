/** How long a request waits for others before it is told to come back later, in milliseconds. */
export class LongestWaits {
  /** For a connection to the database: 503. */
  readonly pool: number = 5_000;
  /** For the answer to one query, whoever keeps it: 503. Longer than for a lock, of which Postgres tells. */
  readonly answer: number = 8_000;
  /** For a lock: 409. Longer than a worker's: of many handshakes with one token each waits for those before it, to be told that it lost. */
  readonly lock: number = 5_000;
  /** For those before it that change the same connection: 409. Erasing a large shop takes minutes: nobody waits for the end of it. */
  readonly turn: number = 10_000;
}
