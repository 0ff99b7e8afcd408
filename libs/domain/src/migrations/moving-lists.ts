import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a run needs to see that a shop's list moved while it was read, and to read again what may have been missed.
 * - sync_runs: the rows of the list when the run began (null: unknown) and the mark of the newest of them; which reading of the
 *   list is under way; how many rows the readings before it have seen.
 * - sync_run_ranges: the reading that the range belongs to; for each page in turn the rows that the list had when it was read;
 *   hashes of the keys of the rows seen, those left out that came into the list after the run had begun.
 */
export class MovingLists1790000000009 implements MigrationInterface {
  readonly name = 'MovingLists1790000000009';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      alter table sync_runs
        add column list_total integer,
        add column list_newest text,
        add column reading smallint not null default 1,
        add column rows_seen_before integer;
      alter table sync_run_ranges
        add column reading smallint not null default 1,
        add column list_totals integer[] not null default '{}',
        add column seen_keys bigint[] not null default '{}',
        -- Hashes do not compress: trying would cost each page something for nothing.
        alter column seen_keys set storage external;
    `);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
