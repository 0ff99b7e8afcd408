import { writeFileSync, mkdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@sync/embedded-services';
import { Daemon, programPath, runProgram } from './programs';

/** A MariaDB with its own data directory, socket and loopback port. Its only account is `shops`, which is local to this folder. */
export class MariaDb {
  static readonly account = { user: 'shops', password: 'shops' };
  private readonly socket: string;

  private constructor(
    private readonly daemon: Daemon,
    folder: string,
    readonly port: number,
  ) {
    this.socket = join(folder, 'mariadb.sock');
  }

  static async start(folder: string): Promise<MariaDb> {
    const data = join(folder, 'mariadb');
    mkdirSync(data, { recursive: true });
    const user = `--user=${userInfo().username}`;
    await runProgram(programPath(/^mariadb-install-db$/), [
      '--no-defaults',
      user,
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ]);
    const port = await freePort();
    const configuration = join(folder, 'mariadb.cnf');
    // Durability is no subject here: the folder is removed at the end.
    writeFileSync(
      configuration,
      `[mariadbd]\ndatadir=${data}\nsocket=${join(folder, 'mariadb.sock')}\npid-file=${join(folder, 'mariadb.pid')}\nport=${port}
bind-address=127.0.0.1\ninnodb_flush_log_at_trx_commit=0\ninnodb_buffer_pool_size=256M\nskip-log-bin\nskip-name-resolve\n`,
    );
    const daemon = new Daemon(programPath(/^mariadbd$/), [`--defaults-file=${configuration}`, user], 'SIGTERM');
    const database = new MariaDb(daemon, folder, port);
    await daemon.start(() => database.execute('select 1', 'root'));
    const { user: account, password } = MariaDb.account;
    await database.execute(`create user '${account}'@'%' identified by '${password}'; grant all on *.* to '${account}'@'%'`, 'root');
    return database;
  }

  async createDatabase(name: string): Promise<void> {
    await this.execute(`create database ${name} character set utf8mb4`, 'root');
  }

  async execute(sql: string, database: string): Promise<string> {
    const args = ['--no-defaults', `--socket=${this.socket}`, '--user=root', '--batch', '--raw', '--skip-column-names'];
    const where = database === 'root' ? [] : [database];
    return runProgram(programPath(/^mariadb$/), [...args, '--default-character-set=utf8mb4', '-e', sql, ...where]);
  }

  /** Rows of a table expression. Every value comes as text or null, as the database prints it. */
  async rows<T extends string>(database: string, columns: readonly T[], from: string): Promise<Record<T, string | null>[]> {
    const members = columns.map((column) => `'${column}', cast(\`${column}\` as char)`).join(', ');
    const lines = (await this.execute(`select json_object(${members}) from ${from}`, database)).split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Record<T, string | null>);
  }

  stop(): Promise<void> {
    return this.daemon.stop();
  }
}
