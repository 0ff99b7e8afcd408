import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateQueues } from '@sync/durable-work';
import { startEmbeddedPostgres } from '@sync/embedded-services';
import { createDataSource } from '@sync/identity';
import { migrateDatabase } from '@sync/schema';
import type { TestDatabase } from '@sync/test-harness';
import type { DataSource } from 'typeorm';

type Server = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

/** A Postgres for one test alone, with the current schema. */
export class RestartablePostgres implements TestDatabase {
  readonly url: string;
  readonly allTenantsUrl: string;
  readonly ownerUrl: string;

  private constructor(
    private readonly parent: string,
    private server: Server,
    public dataSource: DataSource,
  ) {
    this.url = this.allTenantsUrl = this.ownerUrl = server.url;
  }

  static async start(): Promise<RestartablePostgres> {
    const parent = mkdtempSync(join(tmpdir(), 'connection-sync-restart-'));
    const server = await startEmbeddedPostgres({ dataDir: parent, ...settings });
    await migrateDatabase(server.url);
    await migrateQueues(server.url);
    return new RestartablePostgres(parent, server, await connected(server));
  }

  /** At the same address. */
  async restart(): Promise<void> {
    const { port, dataDir } = this.server;
    await this.dataSource.destroy();
    await this.server.stop();
    this.server = await startEmbeddedPostgres({ ...settings, dataDir, port });
    this.dataSource = await connected(this.server);
  }

  async stop(): Promise<void> {
    await this.dataSource.destroy();
    await this.server.stop();
    for (const folder of [this.parent, this.server.dataDir]) rmSync(folder, { recursive: true, force: true });
  }
}

const settings = { database: 'restart', durable: false };

function connected({ url }: Server): Promise<DataSource> {
  return createDataSource({ url }).initialize();
}
