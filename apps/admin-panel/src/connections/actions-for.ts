import type { FullConnection } from '../api/representations';
import { credentialFieldsOf } from './credential-fields';

export type ConnectionAction = 'sync' | 'reconnect' | 'disconnect' | 'edit' | 'credentials' | 'accessTokens' | 'erase' | 'uninstall';

interface Condition {
  statuses: readonly FullConnection['status'][];
  onlySuperAdmin?: true;
  isUseful?: (connection: Described) => boolean;
}

type Described = Pick<FullConnection, 'status' | 'capabilities' | 'system' | 'tenant_id' | 'is_direct' | 'sync_obstacle'>;

const present = ['active', 'pending', 'error', 'disconnected'] as const;

/** The most likely first. */
const conditions: Readonly<Record<ConnectionAction, Condition>> = {
  sync: { statuses: ['active'], isUseful: ({ capabilities, sync_obstacle: obstacle }) => capabilities.length > 0 || obstacle !== null },
  reconnect: { statuses: ['error', 'disconnected'] },
  disconnect: { statuses: ['active', 'error', 'pending'] },
  edit: { statuses: [...present, 'inactive'], onlySuperAdmin: true },
  credentials: {
    statuses: ['active', 'error', 'disconnected'],
    onlySuperAdmin: true,
    isUseful: ({ system, tenant_id: tenantId }) => tenantId !== null && credentialFieldsOf(system).length > 0,
  },
  accessTokens: { statuses: ['active', 'error', 'disconnected'], onlySuperAdmin: true, isUseful: ({ is_direct: isDirect }) => isDirect },
  erase: { statuses: ['inactive'], onlySuperAdmin: true },
  uninstall: { statuses: present, onlySuperAdmin: true },
};

/** What the status and the role allow. The service decides; this only leaves out what it would refuse. */
export function actionsFor(connection: Described, isSuperAdmin: boolean): ConnectionAction[] {
  return (Object.keys(conditions) as ConnectionAction[]).filter((action) => {
    const { statuses, onlySuperAdmin = false, isUseful = () => true } = conditions[action];
    return statuses.includes(connection.status) && (isSuperAdmin || !onlySuperAdmin) && isUseful(connection);
  });
}
