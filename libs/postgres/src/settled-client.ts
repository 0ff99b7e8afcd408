import { Socket } from 'node:net';
import { Client, escapeLiteral, Query, type ClientConfig, type Connection, type QueryConfig, type QueryResult } from 'pg';
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

/** The same with the values as parameters, in the order of the names. Returns no row. */
const settingStatement = (names: readonly string[]): string =>
  `select where ${names.map((name, index) => `set_config(${escapeLiteral(name)}, $${index + 1}, true)`).join(' || ')} is null`;

/**
 * A statement with the settings of its transaction. Postgres gets both before the one message that ends a transaction, so it skips the
 * statement when it refuses a setting, and the settings end with the statement. That costs no `begin`, no `commit` and no round trip.
 *
 * `submit` is what pg's manual offers to queries that send more than one statement. `name`: of the statement that sets, which the session
 * has prepared; undefined: it is sent along.
 */
function settledQuery(statement: QueryConfig, settings: SessionSettings, name: string | undefined, ended: Ended): Query {
  const query = new Query(single(statement), undefined);
  const submit = query.submit.bind(query) as (connection: Connection) => Error | null;
  query.submit = (connection: Connection) => {
    if (name === undefined) connection.parse({ name: '', text: settingStatement(Object.keys(settings)), types: [] }, true);
    connection.bind({ statement: name, values: Object.values(settings) }, true);
    connection.execute({}, true);
    const refused = submit(connection);
    // Nothing ends the transaction: a later statement must not run in it.
    if (refused) connection.stream.destroy(refused);
    return refused;
  };
  // The first result is that of the settings.
  const callback = (error: Error | null, results: QueryResult | QueryResult[]) => ended(error ?? undefined, [results].flat().at(-1));
  return Object.assign(query, { callback });
}

export const textOf = (statement: Statement): string => (typeof statement === 'string' ? statement : statement.text);

/** With an option that pg's types leave out: the extended protocol takes one statement only. */
const single = (statement: QueryConfig): QueryConfig & { queryMode: 'extended' } => ({ ...statement, queryMode: 'extended' });

/**
 * A connection whose transactions have settings of their own: those of its pool behind a pooler, and the tenant that the work is for. The
 * settings travel with the statement that begins the transaction, or with the statement that is alone in its own, so they cost no round
 * trip, and they end with the transaction.
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
  /** Of the open transaction; undefined: it began without. */
  private settings: SessionSettings | undefined;
  private isSettled = false;
  /** Names of the statements that set, which the session knows. */
  private readonly prepared = new Set<string>();

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
    const settings = this.pooled ? { ...this.pooled, ...scope } : scope;
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

  private submit(statement: Statement, values: Values, ofWork: SessionSettings | undefined, ended: Ended): void {
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
    if (!isOpen) return this.sendSettled(settings, statement, values, ended);
    const alone = this.single(statement, values);
    if (this.isSettled || status === 'E') return this.send(alone, values, ended);
    this.isSettled = true;
    this.sendBehind(settings, alone, values, ended);
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

  private begin(text: string, settings: SessionSettings, ended: Ended): void {
    this.isSettled = true;
    // The text may end with a comment.
    super.query(`${text}\n; ${sqlOf(settings)}`, (error: Error | null, results: unknown) => {
      if (error) super.query('rollback', () => ended(error));
      else ended(undefined, (results as QueryResult[])[0]);
    });
  }

  /** A statement alone. */
  private sendSettled(settings: SessionSettings, statement: Statement, values: Values, ended: Ended): void {
    const config = typeof statement === 'string' ? { text: statement } : statement;
    const alone = { ...config, ...(values && { values }), ...(this.pooled && { name: undefined }) };
    this.socket.cork();
    const name = this.pooled ? undefined : this.nameOfSetting(settings);
    super.query(settledQuery(alone, settings, name, ended));
    this.socket.uncork();
  }

  /** Prepares the statement that sets, unless the session knows it. */
  private nameOfSetting(settings: SessionSettings): string {
    const names = Object.keys(settings);
    const name = `set ${names.join()}`;
    if (!this.prepared.has(name)) {
      const values = Object.values(settings);
      // If it fails, so does the statement that is sent behind it.
      super.query({ name, text: settingStatement(names), values }, (error: Error | null) => void (error ?? this.prepared.add(name)));
    }
    return name;
  }

  /** The first statement of work with settings, in a transaction that began without. The first error counts. */
  private sendBehind(settings: SessionSettings, statement: Statement, values: Values, ended: Ended): void {
    let failure: Error | undefined;
    this.socket.cork();
    super.query(sqlOf(settings), (error: Error | null) => (failure = error ?? undefined));
    this.send(statement, values, (error, result) => ended(failure ?? error, result));
    this.socket.uncork();
  }
}
