import type { LoggerService } from '@nestjs/common';
import type { SqlRunner } from '@sync/postgres';
import { loggableError } from '@sync/records';
import { LRUCache } from 'lru-cache';
import { v7 as uuidv7 } from 'uuid';
import type { ShopCallDirection } from './shop-calls';

/** One request to a shop, or one webhook of it. No member may hold a value of a person, a secret, or text of a stranger. */
export interface ShopCall {
  connectionId: string;
  /** Null: not known. */
  what: string | null;
  outcome: string;
  hasFailed: boolean;
  tookMs: number;
  bytes: number;
}

/** Calls that went alike, within an hour from the first call of the connection. */
interface Row extends Omit<ShopCall, 'tookMs'> {
  id: string;
  direction: ShopCallDirection;
  calls: number;
  tookMs: number;
  slowestMs: number;
  firstAt: number;
  lastAt: number;
}

interface Connection {
  since: number;
  rows: Map<string, Row>;
}

const storeEveryMs = 30_000;
const hourMs = 3_600_000;
/** Beyond them, a connection gets two more rows for each direction: what succeeded, and what failed. */
const maxRowsOfConnection = 40;
const maxConnections = 2_000;
/** Of rows that wait to be stored. Beyond them nothing is noted: a log must not cost the service its memory. */
const maxWaiting = 20_000;
const rowsPerStatement = 500;

/**
 * What shops were asked and sent, for support: added up in memory and stored twice a minute, so that a busy export costs a few rows an hour.
 * Rows are stored with their sums and by their ids, so that storing them again is safe, and no process waits for another. What was not
 * stored when a process is killed is lost. Create one per process.
 */
export class ShopCallLog {
  readonly #connections = new LRUCache<string, Connection>({ max: maxConnections });
  readonly #waiting = new Set<Row>();
  #storing: Promise<void> | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(
    private readonly sql: SqlRunner,
    private readonly logger: Pick<LoggerService, 'warn'>,
  ) {
    this.#timer = setInterval(() => void this.store(), storeEveryMs).unref();
  }

  /** Costs no query. */
  note(direction: ShopCallDirection, call: ShopCall): void {
    const row = this.#rowOf(direction, call);
    row.calls += 1;
    row.tookMs += call.tookMs;
    row.slowestMs = Math.max(row.slowestMs, call.tookMs);
    row.bytes += call.bytes;
    row.lastAt = Date.now();
    if (this.#waiting.size < maxWaiting) this.#waiting.add(row);
  }

  /** Never rejects: rows that could not be stored wait for the next time. */
  store(): Promise<void> {
    this.#storing ??= this.#storeAll().finally(() => (this.#storing = null));
    return this.#storing;
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#storing;
    await this.store();
  }

  #rowOf(direction: ShopCallDirection, call: ShopCall): Row {
    const { rows } = this.#connectionOf(call.connectionId);
    const exact = keyOf(direction, call);
    const isRoom = rows.has(exact) || rows.size < maxRowsOfConnection;
    const kind = isRoom ? call : { ...call, what: null, outcome: 'various' };
    const key = isRoom ? exact : keyOf(direction, kind);
    const now = Date.now();
    const row = rows.get(key) ?? {
      ...kind,
      direction,
      id: uuidv7(),
      calls: 0,
      tookMs: 0,
      slowestMs: 0,
      bytes: 0,
      firstAt: now,
      lastAt: now,
    };
    rows.set(key, row);
    return row;
  }

  #connectionOf(id: string): Connection {
    const known = this.#connections.get(id);
    if (known && Date.now() - known.since < hourMs) return known;
    const connection = { since: Date.now(), rows: new Map<string, Row>() };
    this.#connections.set(id, connection);
    return connection;
  }

  async #storeAll(): Promise<void> {
    const rows = [...this.#waiting];
    this.#waiting.clear();
    for (let start = 0; start < rows.length; start += rowsPerStatement) {
      try {
        await this.sql.query(store, [JSON.stringify(rows.slice(start, start + rowsPerStatement))]);
      } catch (error) {
        this.logger.warn({ msg: 'calls of shops not stored', error: loggableError(error) });
        for (const row of rows.slice(start)) if (Date.now() - row.lastAt < hourMs) this.#waiting.add(row);
        return;
      }
    }
  }
}

const keyOf = (direction: ShopCallDirection, { what, outcome, hasFailed }: ShopCall): string =>
  `${direction} ${hasFailed} ${outcome} ${what ?? ''}`;

/** In the order of the connections, so that it never waits in a circle with other work. Those that are gone get no rows. */
const store = `
  insert into shop_calls (id, system_connection_id, direction, what, outcome, has_failed, calls, took_ms, slowest_ms, bytes, first_at, last_at)
  select noted.id, connection.id, direction, what, outcome, "hasFailed", calls, "tookMs", "slowestMs", bytes,
    to_timestamp("firstAt" / 1000), to_timestamp("lastAt" / 1000)
  from json_to_recordset($1::json) as noted (id uuid, "connectionId" uuid, direction text, what text, outcome text, "hasFailed" boolean,
    calls integer, "tookMs" bigint, "slowestMs" integer, bytes bigint, "firstAt" double precision, "lastAt" double precision)
  join system_connections connection on connection.id = noted."connectionId" and connection.deleted_at is null
  order by connection.id, noted.id
  on conflict (id) do update set calls = excluded.calls, took_ms = excluded.took_ms, slowest_ms = excluded.slowest_ms,
    bytes = excluded.bytes, last_at = excluded.last_at`;
