import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Webhooks that were answered with 200. A delivery and the task that processes it are written together and go together.
 * The sender's delivery id alone is not unique (commerce_a makes it of the second), so that it counts together with the body;
 * deliveries without an id are all kept.
 */
export class WebhookDeliveries1790000000004 implements MigrationInterface {
  readonly name = 'WebhookDeliveries1790000000004';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table webhook_deliveries (
        task_id uuid primary key references tasks (id) on delete cascade,
        system_connection_id uuid not null references system_connections (id) on delete cascade,
        topic text,
        delivery_id text,
        body text,
        body_hash bytea not null check (length(body_hash) = 32),
        received_at timestamptz not null default now(),
        constraint one_of_each_delivery unique (system_connection_id, delivery_id, body_hash)
      )
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
