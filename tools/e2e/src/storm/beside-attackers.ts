import type { Service } from '../testing/actors';

const capabilities = 3;

/** Capabilities with a run that began and succeeded while runs of the attackers were open. */
const besideAttackers = `
  with attack as (
    select created_at, coalesce(finished_at, 'infinity') as finished_at from sync_runs where system_connection_id = any($2)
  )
  select distinct capability from sync_runs run
  where system_connection_id = any($1) and status = 'succeeded' and created_at >= $3
    and exists (select from attack where run.created_at between attack.created_at and attack.finished_at)
    and exists (select from attack where run.finished_at between attack.created_at and attack.finished_at)`;

/** True if a victim exported everything after that time, and attackers were still exporting when it was done. */
export async function endedBesideAttackers(
  service: Service,
  victimIds: readonly string[],
  attackerIds: readonly string[],
  since: Date,
): Promise<boolean> {
  return (await service.rows(besideAttackers, [victimIds, attackerIds, since])).length === capabilities;
}
