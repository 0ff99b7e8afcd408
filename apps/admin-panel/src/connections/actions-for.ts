import type { FullConnection } from '../api/representations';

export type ConnectionAction = 'sync' | 'reconnect' | 'disconnect' | 'uninstall';

const states: Readonly<Record<Exclude<ConnectionAction, 'uninstall'>, readonly FullConnection['status'][]>> = {
  sync: ['active'],
  reconnect: ['error', 'disconnected'],
  disconnect: ['active', 'error', 'pending'],
};

/** What the status and the role allow, the most likely first. The service decides; this only leaves out what it would refuse. */
export function actionsFor(
  { status, capabilities }: Pick<FullConnection, 'status' | 'capabilities'>,
  isSuperAdmin: boolean,
): ConnectionAction[] {
  const allowed = (Object.keys(states) as (keyof typeof states)[]).filter((action) => states[action].includes(status));
  const useful = allowed.filter((action) => action !== 'sync' || capabilities.length > 0);
  return isSuperAdmin && status !== 'uninstalled' ? [...useful, 'uninstall'] : useful;
}
