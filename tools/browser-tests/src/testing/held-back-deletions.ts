import type { TestDatabase } from '@sync/test-harness';
import type { AdminVisit } from './admin-tests';
import { axeFindings } from './axe';

interface Scene {
  database: TestDatabase;
  /** Of a shop with a run of its orders. */
  connectionId: string;
  /** Signs a user in on the screen of the connection. */
  open: () => Promise<AdminVisit>;
}

const holdBack = `
  with held as (
    update sync_runs set deletions_held_back = 1400
    where id = (select id from sync_runs where system_connection_id = $1 and capability = 'orders' limit 1) returning id
  ), told as (
    update system_connections set status_reason = '{"code": "deletions_held_back", "message": "Some.", "since": "2026-01-05T12:00:00.000Z"}'
    where id = $1
  )
  select id from held`;
const reasons = `select reason from audit_log where action = 'sync_run.confirm_deletions' and object_id = $1`;

/** What a user does on the screen of a connection whose run held deletions back. */
export function describeHeldBackDeletions(scene: () => Scene): void {
  it('are said on the connection and deleted after a question with a reason', async () => {
    const { database, connectionId, open } = scene();
    const query = <T>(sql: string, values: unknown[]) => database.dataSource.query<T[]>(sql, values);
    const [run] = await query<{ id: string }>(holdBack, [connectionId]);
    const visit = await open();
    await visit.shows(/^The shop no longer lists so many records/);
    await visit.press('Delete 1,400');
    const dialog = visit.page.getByRole('dialog', { name: 'Delete 1,400 Orders?' });
    expect(await axeFindings(visit.page, 'html')).toEqual([]);
    await dialog.getByLabel('Reason').fill('The owner has deleted old orders.');
    await dialog.getByRole('button', { name: 'Delete 1,400' }).click();
    await visit.shows('The records are being deleted.');
    await visit.shows(/^It works/);
    expect(await query(reasons, [run?.id])).toEqual([{ reason: 'The owner has deleted old orders.' }]);
  });
}
