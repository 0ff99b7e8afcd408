/**
 * Examinations of a connection's shop, asked for by administrators. The newest of each connection are kept.
 * - findings: an array of findings without secrets (libs/integration-contract/src/shop-check.ts); null until it succeeded.
 * - error: why it failed, in words for a person.
 * - problem: what is wrong with the shop, of the newest examination alone, until the next sync succeeds.
 */
export const doctorRunTables = `
  create table doctor_runs (
    id uuid primary key,
    system_connection_id uuid not null references system_connections (id) on delete cascade,
    status text not null check (status in ('queued', 'succeeded', 'failed')),
    findings jsonb,
    error text,
    problem text,
    created_at timestamptz not null default now(),
    finished_at timestamptz,
    constraint findings_exactly_when_succeeded check ((status = 'succeeded') = (findings is not null))
  );
  create index doctor_runs_of_connection on doctor_runs (system_connection_id, id);
  create unique index one_open_doctor_run on doctor_runs (system_connection_id) where status = 'queued';
  create index doctor_problems on doctor_runs (system_connection_id) where problem is not null;
`;
