import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * content_at: as of when the content is what the shop had. That of a webhook: when it was received; that of an export: when its run
 * began, as a page may have been read right then. Not synced_at, which also moves when a record is linked, deleted or restored.
 * Null: stored by the version before.
 */
export class ContentTimes1790000000012 implements MigrationInterface {
  readonly name = 'ContentTimes1790000000012';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['customers', 'products', 'orders'])
      await queryRunner.query(`alter table ${table} add column content_at timestamptz`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
