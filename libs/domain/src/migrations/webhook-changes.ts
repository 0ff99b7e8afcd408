import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What webhooks leave on a record, so that the order in which they are processed does not matter. Both are ids of tasks, which
 * follow the order of receipt; they are plain values, because tasks go and records stay.
 * - content_from: the webhook that the content is from; null: an export. Together with source_modified_at it tells the newer content.
 * - existence_from: the webhook that last deleted or restored the record.
 */
export class WebhookChanges1790000000006 implements MigrationInterface {
  readonly name = 'WebhookChanges1790000000006';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['customers', 'products', 'orders'])
      await queryRunner.query(`alter table ${table} add column content_from uuid, add column existence_from uuid`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
