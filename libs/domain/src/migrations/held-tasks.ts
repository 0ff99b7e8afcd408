import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * - held: somebody has picked the task up and has not put it back. When its lease runs out it was left by a dead worker; a task that
 *   waits for its next attempt is not held.
 * - waited_ms: how long it has waited because somebody asked for it, since it last made progress.
 * The version before knows neither: what it leaves behind comes back by its queue.
 */
export class HeldTasks1790000000010 implements MigrationInterface {
  readonly name = 'HeldTasks1790000000010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table tasks add column held boolean not null default false, add column waited_ms integer not null default 0;
      create index held_tasks on tasks (not_before) where state = 'pending' and held;
      create index held_webhook_tasks on webhook_tasks (not_before) where state = 'pending' and held;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
