import { setTimeout as sleep } from 'node:timers/promises';
import type { Service } from '../testing/actors';

const writtenTables = ['tasks', 'sync_runs', 'page_ranges', 'customers', 'products', 'orders'] as const;

/** From now on every write of the apps fails while the table `full_disks` has a row. */
export async function prepareFullDisk(service: Service): Promise<void> {
  await service.rows('create table full_disks (since timestamptz not null default now())');
  await service.rows(`
    create function fail_on_full_disk() returns trigger language plpgsql security definer as $$
    begin
      if exists (select from full_disks) then
        raise exception 'could not extend file "base/5/1234": No space left on device' using errcode = '53100';
      end if;
      return null;
    end $$`);
  for (const table of writtenTables) {
    await service.rows(
      `create trigger full_disk before insert or update on ${table} for each statement execute function fail_on_full_disk()`,
    );
  }
}

export async function fillDisk(service: Service, ms: number): Promise<void> {
  await service.rows('insert into full_disks default values');
  await sleep(ms);
  await service.rows('delete from full_disks');
}

/** Another program writes records and keeps its transaction open, which holds up the records feed of every tenant. */
export async function holdTransaction(service: Service, ms: number): Promise<void> {
  // One statement, so that nothing else can happen in its transaction. It ends with a rollback, also when Postgres stops meanwhile.
  await service
    .rows(
      `do $$ begin
         lock table customers, products, orders in row exclusive mode;
         perform pg_current_xact_id(), pg_sleep(${ms / 1_000});
         raise exception 'rolled back' using errcode = 'P0001';
       end $$`,
    )
    .catch(() => undefined);
}
