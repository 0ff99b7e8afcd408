/** How long a request waits for a shared resource before it fails with 503 or 409. */
export class RequestTimeouts {
  /** For a connection of the pool: 503. */
  readonly poolMs: number = 5_000;
  /** For the result of a query: 503. Longer than for a lock, so that a lock timeout is reported as one. */
  readonly queryMs: number = 8_000;
  /** For a row lock: 409. Longer than a worker's: concurrent handshakes with one token queue up to learn that they lost. */
  readonly lockMs: number = 5_000;
  /** For other changes of the same connection: 409. Erasing a large shop takes minutes, and a client must not wait for it. */
  readonly mutexMs: number = 10_000;
  /** For all of these together: 503. A request that changes something may take longer once it has begun. */
  readonly deadlineMs: number = 5_000;
  /** For a client to take a chunk of 1 MiB of a large response: the connection is cut. */
  readonly chunkMs: number = 30_000;
}
