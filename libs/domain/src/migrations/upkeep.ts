import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a connection may pull in now, in one place (rules 7 and 8 of the specification); what the schedules need to find their
 * work; when a failed task was retried.
 */
export class Upkeep1790000000007 implements MigrationInterface {
  readonly name = 'Upkeep1790000000007';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- Rule 8: an opt-in that is absent does not restrict, an empty one leaves nothing.
      create function opted_in(configuration jsonb, capability text) returns boolean language sql immutable as
      $$ select jsonb_typeof(configuration -> 'data_types') is distinct from 'array' or configuration -> 'data_types' ? capability $$;

      -- Rule 7. Without a System there is nothing to unnest, so that the list is empty.
      create view connection_capabilities as
        select connection.id as system_connection_id,
          array(
            select declared.capability
            from unnest(system.capabilities) with ordinality as declared (capability, place)
            where opted_in(connection.configuration, declared.capability)
              and exists (select from sync_rules rule
                          where rule.source_connection_id = connection.id and rule.is_active and declared.capability = any (rule.data_domains))
            order by declared.place
          ) as capabilities
        from system_connections connection left join systems system on system.id = connection.system_id;

      create index sync_rules_of_source on sync_rules (source_connection_id);
      create index sync_rules_of_any_target on sync_rules (target_connection_id);
      drop index sync_rules_of_target;
      create index sync_runs_of_capability on sync_runs (system_connection_id, capability, id);
      create index pending_connections on system_connections (created_at) where status = 'pending';
      create index disconnected_connections on system_connections (disconnected_at) where status = 'disconnected';
      create index ranges_of_connection on sync_run_ranges (system_connection_id);

      alter table tasks add column retried_at timestamptz;

      -- Everything that the service kept of a disconnected connection past its grace period is gone.
      alter table system_connections add column erased_at timestamptz;

      create table schedule_turns (
        schedule text primary key,
        due_at timestamptz not null
      );
    `);
    // Of what was deleted before it was known: outside of the feed, and few.
    for (const table of ['customers', 'products', 'orders'])
      await queryRunner.query(`create index ${table}_outside_feed on ${table} (deleted_at) where feed_position < 0`);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
