import { randomUUID } from 'node:crypto';
import { createDataSource } from '@sync/domain';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';

export interface TestDatabase {
  url: string;
  dataSource: DataSource;
  stop(): Promise<void>;
}

/** A new database with the current schema and the seeded systems. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(templateUrl());
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`create database ${name} template template`);
  const url = new URL(template);
  url.pathname = `/${name}`;
  const dataSource = await createDataSource({ url: url.href }).initialize();
  return {
    url: url.href,
    dataSource,
    stop: async () => {
      await dataSource.destroy();
      await onServer(`drop database ${name} with (force)`);
    },
  };
}

function templateUrl(): string {
  const url = process.env.TEST_TEMPLATE_DATABASE_URL;
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
