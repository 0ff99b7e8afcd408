import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Every move of a connection along the state table. The ids are plain values: the log outlives the connection and its tenant.
 * `(new)` and `(deleted)` stand where the connection does not exist yet, or no longer.
 */
export class ConnectionTransitions1790000000005 implements MigrationInterface {
  readonly name = 'ConnectionTransitions1790000000005';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table connection_transitions (
        id uuid primary key,
        system_connection_id uuid not null,
        tenant_id uuid,
        from_status text not null,
        to_status text not null,
        reason text not null,
        actor text not null,
        at timestamptz not null
      );
      create index transitions_of_connection on connection_transitions (system_connection_id, id);
      create index transitions_of_tenant on connection_transitions (tenant_id, id);
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
