import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A webhook is one row, which is its task and its delivery: `webhook_tasks` is a part of both `tasks` and `webhook_deliveries`, so
 * that whoever asks one of these, also the version before, finds it there (`only` leaves it out). `task_id` is the id again.
 * Bodies up to most of a page stay in the row as they came: to compress them cost more than all else of the row.
 * Of a delivery whose task is done the body goes, in the same update.
 * What is not done, and what tells the copies of the last 24 hours, moves here. The version before may still add such pairs of
 * rows for a while; they are worked on where they are.
 */
export class WebhookTasks1790000000008 implements MigrationInterface {
  readonly name = 'WebhookTasks1790000000008';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table webhook_tasks (
        primary key (id),
        constraint id_of_task_and_delivery check (task_id = id),
        foreign key (system_connection_id) references system_connections (id) on delete cascade
      ) inherits (tasks, webhook_deliveries) with (toast_tuple_target = 8160);
      create index pending_webhook_tasks on webhook_tasks (not_before) where state = 'pending';
      create index failed_webhook_tasks on webhook_tasks (id) where state = 'failed';
      -- Also what a connection's rows are found by. Ids are compared as bytes, because nobody sorts them for people.
      create unique index one_of_each_webhook on webhook_tasks (system_connection_id, delivery_id collate "C", body_hash);

      create function erase_webhook_body() returns trigger language plpgsql as $$
      begin
        new.body := null;
        return new;
      end $$;
      create trigger erase_body_of_done before update on webhook_tasks
        for each row when (new.state = 'done') execute function erase_webhook_body();

      create function erase_delivery_body() returns trigger language plpgsql as $$
      begin
        update only webhook_deliveries set body = null where task_id = new.id;
        return null;
      end $$;
      create trigger erase_body_of_done after update on tasks
        for each row when (new.state = 'done' and new.name = 'process-webhook') execute function erase_delivery_body();
    `);
    await queryRunner.query(moveRows);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}

const ofTask = `
  id, queue, name, payload, system_connection_id, state, attempts, max_attempts, not_before, last_error, request_id, created_at,
  updated_at, finished_at, retried_at`;

/** The task first, as workers lock them; its delivery follows by cascade. */
const moveRows = `
  set local statement_timeout = 0;
  with gone as (
    delete from only tasks
    where id in (select task_id from only webhook_deliveries where body is not null or received_at > now() - interval '24 hours')
    returning ${ofTask}
  )
  insert into webhook_tasks (task_id, topic, delivery_id, body, body_hash, received_at, ${ofTask})
  select task_id, topic, delivery_id, case when gone.state = 'done' then null else body end, body_hash, received_at, gone.*
  from gone join only webhook_deliveries delivery on delivery.task_id = gone.id`;
