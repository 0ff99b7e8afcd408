import { randomUUID } from 'node:crypto';
import { createDataSource } from '@sync/domain';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

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

/** A new database with the current schema and the seeded systems. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(templateUrl());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // Copying the files takes a sixth of the time of writing each page to the log.
  await onServer(`create database ${name} template template strategy file_copy`);
  const ofDatabase = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
  const ownerUrl = ofDatabase(template.href);
  const url = ofDatabase(servingUrl());
  const dataSource = await createDataSource({ url: ownerUrl }).initialize();
  return {
    url,
    allTenantsUrl: `${url}?options=-c%20role%3Dsync_all_tenants`,
    ownerUrl,
    dataSource,
    stop: async () => {
      await dataSource.destroy();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

const templateUrl = () => givenUrl('TEST_TEMPLATE_DATABASE_URL');
const servingUrl = () => givenUrl('TEST_SERVING_DATABASE_URL');

function givenUrl(variable: string): string {
  const url = process.env[variable];
  if (!url)
    throw new Error('Integration tests must run in the project "integration" of jest.config.js, whose global setup starts Postgres');
  return url;
}

/** The template must have no sessions while it is copied, so this connects to the maintenance database. A lock serialises copies. */
async function onServer(sql: string): Promise<void> {
  const server = new URL(templateUrl());
  server.pathname = '/postgres';
  const client = new Client({ connectionString: server.href });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    await client.query(sql);
  } finally {
    await client.end();
  }
}
