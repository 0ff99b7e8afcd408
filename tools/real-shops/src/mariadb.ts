import { mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@sync/embedded-services';
import { runProgram, startServer, type Stops } from './programs';

/** A row of a table: every value as text, as the database prints it. */
export type Row = Record<string, string | null>;

/** A MariaDB with its own data directory, socket and loopback port. */
export class MariaDb {
  /** It exists in this temporary folder alone. */
  static readonly account = { user: 'shops', password: 'shops' };

  private constructor(
    private readonly socket: string,
    readonly port: number,
  ) {}

  static async start(folder: string, stops: Stops): Promise<MariaDb> {
    const data = join(folder, 'mariadb');
    mkdirSync(data);
    const place = ['--no-defaults', `--user=${userInfo().username}`, `--datadir=${data}`];
    await runProgram('mariadb-install-db', [...place, '--auth-root-authentication-method=normal', '--skip-test-db']);
    const database = new MariaDb(join(folder, 'mariadb.sock'), await freePort());
    // Durability is no subject here: the folder is removed at the end.
    const settings = {
      socket: database.socket,
      'pid-file': join(folder, 'mariadb.pid'),
      port: database.port,
      'bind-address': '127.0.0.1',
      'innodb-flush-log-at-trx-commit': 0,
      'innodb-buffer-pool-size': '256M',
    };
    const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    await startServer(
      'mariadbd',
      [...place, ...options, '--skip-log-bin', '--skip-name-resolve'],
      () => database.execute('select 1'),
      stops,
    );
    const { user, password } = MariaDb.account;
    await database.execute(`create user '${user}'@'%' identified by '${password}'; grant all on *.* to '${user}'@'%'`);
    return database;
  }

  async execute(sql: string, database = ''): Promise<string> {
    const options = ['--batch', '--raw', '--skip-column-names', '--default-character-set=utf8mb4', '-e', sql];
    return runProgram('mariadb', ['--no-defaults', `--socket=${this.socket}`, '--user=root', ...options, ...(database ? [database] : [])]);
  }

  /** A new database with everything that another one has. */
  async copy(from: string, to: string): Promise<void> {
    await this.execute(`drop database if exists ${to}; create database ${to} character set utf8mb4`);
    const options = `--no-defaults --socket=${this.socket} --user=root --default-character-set=utf8mb4`;
    await runProgram('sh', ['-c', `mariadb-dump ${options} --single-transaction ${from} | mariadb ${options} ${to}`]);
  }

  /** The statements of shops while something happens, each in one line. */
  async statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
    await this.execute(`set global general_log = 0; truncate mysql.general_log; set global log_output = 'TABLE', general_log = 1`);
    await work();
    await this.execute('set global general_log = 0');
    const isStatement = `command_type in ('Query', 'Execute') and user_host like '${MariaDb.account.user}%'`;
    return linesOf(await this.execute(`select regexp_replace(argument, '\\s+', ' ') from mysql.general_log where ${isStatement}`));
  }

  /** Every row of a table with every column. */
  async rows(database: string, table: string): Promise<Row[]> {
    const columns = linesOf(await this.execute(`show columns from ${table}`, database)).map((line) => line.split('\t')[0] ?? '');
    const members = columns.map((column) => `'${column}', cast(\`${column}\` as char)`).join(', ');
    return linesOf(await this.execute(`select json_object(${members}) from ${table}`, database)).map((line) => JSON.parse(line) as Row);
  }
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
