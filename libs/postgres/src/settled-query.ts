import { Query, type Connection, type QueryConfig } from 'pg';
import { scopeInForce, type SessionSettings } from './tenant-scope';

type Callback = (error: Error | undefined, result?: unknown) => void;

/** What pg's types leave out of a connection: the messages of the protocol. */
interface Wire {
  /** By name, those that were sent and not parsed yet. */
  readonly submittedNamedStatements: Record<string, string>;
  close(message: { type: 'S'; name: string }): void;
  parse(message: { name: string; text: string }): void;
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
}

/** What pg's types leave out of a query. */
interface SentQuery {
  text: string;
  name?: string;
  queryMode?: string;
  submit(connection: Connection): Error | null;
  prepare(connection: Wire): void;
  handleDataRow(message: object): void;
  handleCommandComplete(message: object, connection: object): void;
  handleError(error: Error, connection: Wire): void;
}

const PgQuery = Query as unknown as new (config: QueryConfig | string, values: unknown[] | undefined, callback: Callback) => SentQuery;

/** Without a function that returns rows: it would take as long as all the rest. */
const applySettings = (count: number) =>
  `select ${Array.from({ length: count }, (_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, true)`).join(', ')}`;
const opensTransaction = /^\s*(?:begin|start\s+transaction)\b/i;

/** What a connection's transactions begin with. */
export interface Session {
  /** Behind a pooler, whose session may be another one in each transaction: the settings of each. Undefined: the session has its own. */
  readonly pooled: SessionSettings | undefined;
  /** Whether the transaction that runs has its settings. */
  isSettled: boolean;
  /** How many settings the statement applies that the session has prepared, and that has worked. */
  preparedFor: number | null;
  /** I: no transaction runs. T: one runs. E: one failed. */
  transactionStatus(): string | null;
}

/**
 * A query whose transaction has settings of its own: those of its connection behind a pooler, and the tenant that the work is for. They
 * travel with the first statement of each transaction, in the same packet and ahead of it: without a Sync between them Postgres runs both
 * in one transaction, also outside of a transaction block. So they cost no round trip, and they end with the transaction.
 *
 * Behind a pooler prepared statements lose their name: the next transaction may run in a session that does not know it.
 */
export class SettledQuery extends PgQuery {
  private isSettling = false;
  /** Its own, while the session parses the other statement: pg takes that for its own, and would not parse its own again. */
  private hiddenName: string | undefined;
  private readonly settings: SessionSettings | null;

  constructor(
    private readonly session: Session,
    config: (QueryConfig & { query_timeout?: number }) | string,
    values: unknown[] | undefined,
    callback: Callback,
    /** As pg reads it from a query. */
    readonly query_timeout = typeof config === 'string' ? undefined : config.query_timeout,
  ) {
    super(config, values, callback);
    const scope = scopeInForce();
    this.settings = (session.pooled ?? scope) ? { ...session.pooled, ...scope } : null;
    if (session.pooled) this.name = undefined;
  }

  override submit(connection: Connection): Error | null {
    const status = this.session.transactionStatus();
    if (status !== 'T' && status !== 'E') this.session.isSettled = false;
    if (this.settings && !this.session.isSettled && status !== 'E' && !opensTransaction.test(this.text)) {
      this.isSettling = true;
      // A statement without parameters would otherwise travel alone, in a message of another kind.
      this.queryMode = 'extended';
    }
    return super.submit(connection);
  }

  override prepare(connection: Wire): void {
    if (!this.isSettling) return super.prepare(connection);
    this.sendSettings(connection);
    super.prepare(connection);
    this.hiddenName = this.name;
    this.name = undefined;
  }

  /** A session of our own plans the statement once. */
  private sendSettings(connection: Wire): void {
    const settings = Object.entries(this.settings ?? {});
    const name = this.session.pooled ? '' : 'apply-settings';
    if (!name || this.session.preparedFor !== settings.length) {
      // One for another number of settings, or one that failed.
      if (name) connection.close({ type: 'S', name });
      connection.parse({ name, text: applySettings(settings.length) });
    }
    connection.bind({ statement: name, values: settings.flat() });
    connection.execute({});
    this.session.isSettled = true;
  }

  override handleDataRow(message: object): void {
    if (!this.isSettling) super.handleDataRow(message);
  }

  override handleCommandComplete(message: object, connection: object): void {
    if (!this.isSettling) return super.handleCommandComplete(message, connection);
    this.session.preparedFor = Object.keys(this.settings ?? {}).length;
    this.endSettling();
  }

  override handleError(error: Error, connection: Wire): void {
    if (this.isSettling) {
      if (this.hiddenName) Reflect.deleteProperty(connection.submittedNamedStatements, this.hiddenName);
      this.endSettling();
    }
    super.handleError(error, connection);
  }

  private endSettling(): void {
    this.isSettling = false;
    this.name = this.hiddenName;
  }
}
