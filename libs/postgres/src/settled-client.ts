import { Socket } from 'node:net';
import { Client, escapeLiteral, type ClientConfig, type QueryConfig, type QueryResult } from 'pg';
import { scopeInForce, type SessionSettings } from './tenant-scope';

/** Options that pg gives to each connection of a pool, and one of ours. */
export interface SettledConfig extends ClientConfig {
  /** Behind a pooler, whose session may be another one in each transaction: the settings of each. */
  transactionSettings?: SessionSettings;
}

/** As pg takes it: a text, or a text with options. */
export type Statement = string | QueryConfig;
export type Values = unknown[] | undefined;
export type Ended = (error?: Error, result?: QueryResult) => void;

const begins = /^\s*(?:begin|start\s+transaction)\b[^;]*;?\s*$/i;
/** Ends the transaction or takes back a part of it, and its settings may go along. */
const reverts = /^\s*(?:commit|end|rollback|abort)\b[^;]*;?\s*$/i;

const sqlOf = (settings: SessionSettings): string =>
  Object.entries(settings)
    .map(([name, value]) => `set local ${name} = ${escapeLiteral(value)}`)
    .join('; ');

export const textOf = (statement: Statement): string => (typeof statement === 'string' ? statement : statement.text);

/** With an option that pg's types leave out: the extended protocol takes one statement only. */
const single = (statement: QueryConfig): QueryConfig & { queryMode: 'extended' } => ({ ...statement, queryMode: 'extended' });

/**
 * A connection whose transactions have settings of their own: those of its pool behind a pooler, and the tenant that the work is for. The
 * settings travel with the statement that begins the transaction, so they cost no round trip, and they end with the transaction. A
 * statement outside of a transaction gets one of its own, in the same packet.
 *
 * Work with settings sends one statement at a time. A text of several could end the transaction, and go on without its settings.
 *
 * Behind a pooler prepared statements lose their name: the next transaction may run in a session that does not know it.
 */
export class SettledClient extends Client {
  protected readonly socket: Socket;
  private readonly pooled: SessionSettings | undefined;
  private readonly waiting: (() => void)[] = [];
  private isBusy = false;
  /** SQL that the open transaction begins with; undefined: it began without. */
  private settings: string | undefined;
  private isSettled = false;

  constructor(config: SettledConfig = {}) {
    const socket = new Socket();
    // A pool hides the password from copies of its options.
    super({ ...config, password: config.password, pipeline: true, stream: () => socket });
    this.socket = socket;
    this.pooled = config.transactionSettings;
    this.query = ((statement: Statement, ...rest: unknown[]) => {
      const values = Array.isArray(rest[0]) ? (rest[0] as unknown[]) : undefined;
      const callback = rest.find((parameter) => typeof parameter === 'function') as Ended | undefined;
      if (callback) return this.run(statement, values, callback);
      return new Promise((resolve, reject) => this.run(statement, values, (error, result) => (error ? reject(error) : resolve(result))));
    }) as Client['query'];
  }

  /** Statements of callers follow one another, so that each one's start knows whether a transaction is open. */
  protected run(statement: Statement, values: Values, ended: Ended): void {
    const scope = scopeInForce();
    const settings = (this.pooled ?? scope) ? sqlOf({ ...this.pooled, ...scope }) : undefined;
    const start = () => {
      this.isBusy = true;
      let isOver = false;
      this.submit(statement, values, settings, (error, result) => {
        // pg calls twice if it cannot convert a parameter.
        if (isOver) return;
        isOver = true;
        // Postgres reports an error ahead of the state of the transaction. An empty query waits for both.
        if (error) process.nextTick(() => super.query('', () => this.startNext()));
        else this.startNext();
        ended(error, result);
      });
    };
    if (this.isBusy) this.waiting.push(start);
    else start();
  }

  private startNext(): void {
    this.isBusy = false;
    this.waiting.shift()?.();
  }

  private submit(statement: Statement, values: Values, ofWork: string | undefined, ended: Ended): void {
    const status = this.getTransactionStatus();
    const isOpen = status === 'T' || status === 'E';
    if (!isOpen) this.isSettled = false;
    // A transaction keeps what it began with.
    const settings = (isOpen ? this.settings : undefined) ?? ofWork;
    this.settings = settings;
    if (settings === undefined) return this.send(statement, values, ended);
    const text = textOf(statement);
    if (reverts.test(text)) {
      this.isSettled = false;
      return this.send(statement, values, ended);
    }
    if (!isOpen && begins.test(text)) return this.begin(text, settings, ended);
    const alone = this.single(statement, values);
    if (this.isSettled || status === 'E') return this.send(alone, values, ended);
    this.isSettled = isOpen;
    this.submitBehind(settings, alone, values, isOpen, ended);
  }

  /** With values pg chooses the extended protocol anyway. */
  private single(statement: Statement, values: Values): Statement {
    if (typeof statement === 'string') return values?.length ? statement : single({ text: statement });
    return single(this.pooled ? { ...statement, name: undefined } : statement);
  }

  private send(statement: Statement, values: Values, ended: Ended): void {
    if (typeof statement === 'string') super.query(statement, values ?? [], ended);
    else super.query(values ? { ...statement, values } : statement, ended);
  }

  private begin(text: string, settings: string, ended: Ended): void {
    this.isSettled = true;
    // The text may end with a comment.
    super.query(`${text}\n; ${settings}`, (error: Error | null, results: unknown) => {
      if (error) super.query('rollback', () => ended(error));
      else ended(undefined, (results as QueryResult[])[0]);
    });
  }

  /** Sends the settings and the statement together, and if no transaction is open, its begin and commit. The first error counts. */
  private submitBehind(settings: string, statement: Statement, values: Values, isOpen: boolean, ended: Ended): void {
    let failure: Error | undefined;
    let outcome: QueryResult | undefined;
    const note = (error: Error | null | undefined, result?: QueryResult) => {
      failure ??= error ?? undefined;
      outcome = result;
    };
    this.socket.cork();
    super.query(isOpen ? settings : `begin; ${settings}`, note);
    this.send(statement, values, (error, result) => {
      note(error, result);
      if (isOpen) ended(failure, outcome);
    });
    if (!isOpen) super.query('commit', (error: Error | null) => ended(failure ?? error ?? undefined, outcome));
    this.socket.uncork();
  }
}
