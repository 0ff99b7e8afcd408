import { beginChild } from '@sync/telemetry';
import type { Client } from 'pg';
import { SettledClient, textOf, type Ended, type SettledConfig, type Statement, type Values } from './settled-client';
import type { SessionSettings } from './tenant-scope';

/** The operating system asks a silent connection whether it is still there. Catches what no query waits for. */
export const tcpKeepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 };

/**
 * Settings of a session that pg has no option of its own for, as its `options`. No session compiles statements: all are short, and a
 * high estimate of their cost is enough to make Postgres spend up to a second on compiling one.
 */
export function sessionSettings(more: SessionSettings = {}) {
  const settings = Object.entries({ ...always, ...more });
  return { options: settings.map(([name, value]) => `-c ${name}=${value}`).join(' ') };
}

const always = { jit: 'off' };

/** The clients of each pool, by the options that pg gives to all of them. */
const pools = new WeakMap<object, Set<DeadlineClient>>();

/**
 * A connection that closes when a query exceeds its `query_timeout`. pg alone takes further queries until its socket has closed, and a pool
 * whose user releases the connection without the error would hand it out again. Once closed, further queries on it fail at once, no pool
 * takes it back, and Postgres rolls back what is not committed.
 *
 * Connections go silent together, so it also closes those of its pool that are idle and were silent as long. Otherwise each would cost
 * one more query its whole timeout.
 *
 * A connection that fails without a query never ends the process: the next query on it rejects, and its pool hears of it. Users of a pool
 * listen only once its promise has given them the connection. Postgres may end it earlier, even with the packet that opens it.
 */
class DeadlineClient extends SettledClient {
  private readonly siblings: Set<DeadlineClient>;
  private running = 0;
  private heardAt = performance.now();

  constructor(config: SettledConfig = {}) {
    super(config);
    this.siblings = pools.get(config) ?? new Set();
    pools.set(config, this.siblings);
    this.siblings.add(this);
    this.once('end', () => this.siblings.delete(this));
    this.on('error', () => undefined);
  }

  protected override run(statement: Statement, values: Values, ended: Ended): void {
    const begunAt = performance.now();
    const endSpan = beginChild(() => spanOf(statement));
    this.running += 1;
    super.run(statement, values, (error, result) => {
      endSpan?.(error);
      this.running -= 1;
      if (error?.message === 'Query read timeout') this.closeSilent(begunAt);
      else this.heardAt = performance.now();
      ended(error, result);
    });
  }

  /** `end` refuses further queries. It would wait for those that were sent. */
  private closeSilent(since: number): void {
    void this.end();
    this.socket.destroy();
    for (const sibling of this.siblings)
      if (sibling.running === 0 && sibling.heardAt < since) sibling.socket.destroy(new Error('The connection is silent'));
  }
}

/** Of a statement, only its first word is shown. */
function spanOf(statement: Statement) {
  const operation = /^\s*([a-z]{1,20})\b/i.exec(textOf(statement))?.[1]?.toLowerCase() ?? 'statement';
  return {
    name: `postgres ${operation}`,
    kind: 'client' as const,
    facts: { 'db.system.name': 'postgresql' as const, 'db.operation.name': operation },
  };
}

/**
 * How long an app keeps an idle connection, by the driver's default ten seconds. Opening one, and its first statements, cost as much as
 * dozens of others, and bursts of work come again: pages that poll, shops that take half a minute and then respond together.
 */
const idleTimeoutMs = 60_000;

/** A transaction that waits this much longer than any query may take has lost its client. Until Postgres ends it, it holds its locks. */
const idleTransactionGraceMs = 7_000;

export interface SessionNeeds {
  /** Whether the connections lead to a pooler that gives each transaction another session. */
  isPooled?: boolean;
  settings?: SessionSettings;
}

/**
 * Pool options that bound every query, with the settings of its sessions. A live Postgres ends the statement itself; one second later the
 * client closes the connection, in case Postgres hangs or the connection is half-open. A pooler refuses settings of a session, or shares
 * it with others: behind one, each transaction gets them.
 */
export function queryBounds(queryTimeoutMs: number, { isPooled = false, settings = {} }: SessionNeeds = {}) {
  const timeouts = {
    statement_timeout: queryTimeoutMs - 1_000,
    idle_in_transaction_session_timeout: queryTimeoutMs + idleTransactionGraceMs,
  };
  const asText = Object.fromEntries(Object.entries(timeouts).map(([name, milliseconds]) => [name, String(milliseconds)]));
  return {
    ...tcpKeepAlive,
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: idleTimeoutMs,
    Client: DeadlineClient as typeof Client,
    ...(isPooled ? { transactionSettings: { ...always, ...asText, ...settings } } : { ...sessionSettings(settings), ...timeouts }),
  };
}
