import type { FullConnection, SyncRun } from '../api/representations';

/** While a run is open, its progress is read this often; the tab must be visible. docs/decisions/017-admin-panel.md says what it costs. */
export const openRunMs = 2_000;

/** Otherwise: another user, or the shop, may change something. */
export const restMs = 30_000;

export function isRunOpen(run: Pick<SyncRun, 'status'> | null): boolean {
  return run !== null && ['queued', 'running', 'waiting'].includes(run.status);
}

/** A connection that has just become active begins to sync by itself, and what was wrong with it ends with that. */
const settlingMs = 60_000;

export function isMoving({
  status,
  sync,
  last_connected_at: since,
}: Pick<FullConnection, 'status' | 'sync' | 'last_connected_at'>): boolean {
  return isRunOpen(sync) || (status === 'active' && since !== null && Date.now() - Date.parse(since) < settlingMs);
}
