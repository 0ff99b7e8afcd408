import { randomUUID } from 'node:crypto';
import { createDataSource } from '@sync/identity';
import { Client } from 'pg';
import { DataSource, type DataSourceOptions } from 'typeorm';
import { dropSql, emptyDatabase, type DatabaseState } from './recycled-databases';

export interface TestDatabase {
  /** As the role of the apps, which sees no tenant's rows until it says whose. */
  url: string;
  /** As that role, for all tenants. */
  allTenantsUrl: string;
  /** As a superuser: for changes of the schema. */
  ownerUrl: string;
  /** As a superuser. */
  dataSource: DataSource;
  stop(): Promise<void>;
}

/** A machine that is busy with something else is no failure of a test. */
const patienceMs = 300_000;

function superuserOf(url: string): DataSource {
  const { options } = createDataSource({ url, connectTimeoutMs: patienceMs });
  const { extra } = options as { extra?: object };
  return new DataSource({ ...options, extra: { ...extra, statement_timeout: patienceMs } } as DataSourceOptions);
}

export interface TestDatabaseOptions {
  /** Never used before: for tests that count blocks or read plans, which depend on statistics that earlier tests leave. */
  isNew?: boolean;
}

/** A database of its own with the current schema, the seeded systems and nothing else. It may have served an earlier test file. */
export async function createTestDatabase({ isNew = false }: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = (isNew ? null : await freeDatabase()) ?? (await newDatabase());
  const ofDatabase = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const ownerUrl = ofDatabase(given('TEST_TEMPLATE_DATABASE_URL'));
  const url = ofDatabase(given('TEST_SERVING_DATABASE_URL'));
  const dataSource = await superuserOf(ownerUrl).initialize();
  return {
    url,
    allTenantsUrl: `${url}?options=-c%20role%3Dsync_all_tenants`,
    ownerUrl,
    dataSource,
    stop: async () => {
      await dataSource.destroy();
      const isFree = await emptyDatabase(ownerUrl, JSON.parse(given('TEST_TEMPLATE_STATE')) as DatabaseState);
      await onServer((server) => server.query(isFree ? `insert into free_databases values ('${name}')` : dropSql(name)));
    },
  };
}

function freeDatabase(): Promise<string | null> {
  return onServer(async (server) => {
    const any = 'select name from free_databases limit 1 for update skip locked';
    const { rows } = await server.query<{ name: string }>(`delete from free_databases where name in (${any}) returning name`);
    return rows[0]?.name ?? null;
  });
}

function newDatabase(): Promise<string> {
  const { pathname } = new URL(given('TEST_TEMPLATE_DATABASE_URL'));
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  return onServer(async (server) => {
    // The template must have no sessions while it is copied.
    await server.query('select pg_advisory_lock(1)');
    // Copying the files takes a sixth of the time of writing each page to the log.
    await server.query(`create database ${name} template ${pathname.slice(1)} strategy file_copy`);
    return name;
  });
}

function given(variable: string): string {
  const value = process.env[variable];
  if (!value) throw new Error('Tests with a database must run in a project of tools/jest/tiers.js whose global setup starts Postgres');
  return value;
}

/** In the maintenance database. */
async function onServer<T>(work: (server: Client) => Promise<T>): Promise<T> {
  const server = new Client({
    connectionString: Object.assign(new URL(given('TEST_TEMPLATE_DATABASE_URL')), { pathname: '/postgres' }).href,
  });
  await server.connect();
  try {
    return await work(server);
  } finally {
    await server.end();
  }
}
