/** The package ships no types; these cover the two streams that the benchmark uses. */
declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Connection, Submittable } from 'pg';

  export function from(sql: string): Writable & Submittable & { submit(connection: Connection): void };
  export function to(sql: string): Readable & Submittable & { submit(connection: Connection): void };
}
