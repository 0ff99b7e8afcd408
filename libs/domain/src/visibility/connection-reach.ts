import type { SqlRunner } from '@sync/postgres';
import { fullyVisibleConnections, visibleConnections, type Viewer } from './visible-connections';

/** How much of a connection a viewer may see: all of it, its status-only form, or not even that it exists. */
export type ConnectionReach = 'full' | 'status' | 'none';

/** `none` also for a connection that does not exist. */
export async function reachOfConnection(sql: SqlRunner, viewer: Viewer, id: string): Promise<ConnectionReach> {
  const parameters: unknown[] = [id];
  const isFull = fullyVisibleConnections(viewer)('connection', parameters);
  const isVisible = visibleConnections(viewer)('connection', parameters);
  const [found] = await sql.query<{ isFull: boolean }[]>(
    `select ${isFull} as "isFull" from system_connections connection
     where connection.id = $1 and connection.deleted_at is null and ${isVisible}`,
    parameters,
  );
  if (!found) return 'none';
  return found.isFull ? 'full' : 'status';
}
