import { delayAfter, pause } from './pause';
import type { RecordOf, RecordType } from './record-types';
import type { Route, Schemas } from './routes';
import { isPassing, type CallOptions, type Transport } from './transport';
import { ConnectionSyncError } from './connection-sync-error';

export interface FollowOptions extends CallOptions {
  /** Of the last item that you processed. Left out: from the beginning. */
  cursor?: string | null | undefined;
  /** Only records of this connection. */
  source_connection_id?: string | undefined;
  /** Lines of one response. Default: that of the service. */
  limit?: number | undefined;
}

/** A shop whose records you may not read any more: drop them. When it comes back, its records come again. */
export type LeftSource = Schemas['DepartedSource']['source_left'];

/** A record, or the news that a source left. */
export type FollowedItem<Type extends RecordType> =
  { record: RecordOf<Type>; left?: undefined; cursor: string } | { record?: undefined; left: LeftSource; cursor: string };

type Line<Type extends RecordType> = { cursor: string; record: RecordOf<Type> } | { cursor: string; source_left: LeftSource };

/** Seconds for which the service holds a request open until there is something to read. */
const wait = 25;
/** Between responses without a line, should the service not wait. */
const minIntervalMs = 1_000;

export async function* follow<Type extends RecordType>(
  transport: Transport,
  type: Type,
  { cursor, signal, ...query }: FollowOptions,
): AsyncGenerator<FollowedItem<Type>, void, undefined> {
  const route: Route = `GET /api/records/${type}`;
  let failures = 0;
  while (!signal?.aborted) {
    const askedAt = Date.now();
    let isEmpty = true;
    let delayMs = 0;
    try {
      for await (const line of transport.lines<Line<Type>>(
        route,
        { query: { ...query, cursor, wait }, extraTimeMs: wait * 1_000 },
        { signal },
      )) {
        [isEmpty, failures] = [false, 0];
        cursor = line.cursor;
        yield 'record' in line ? { record: line.record, cursor } : { left: line.source_left, cursor };
        if (signal?.aborted) return;
      }
      if (isEmpty) delayMs = Math.max(0, minIntervalMs - (Date.now() - askedAt));
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof ConnectionSyncError && isPassing(error, route))) throw error;
      delayMs = delayAfter(error, ++failures);
      transport.hearsOfRetry(error, delayMs);
    }
    // Its only failure is the abort, which ends the loop.
    if (delayMs > 0) await pause(delayMs, signal).catch(() => undefined);
  }
}
