import type { Me } from '../api/representations';
import type { TextKey } from '../language/language';

interface Entry {
  path: string;
  label: TextKey;
  onlySuperAdmin?: true;
}

const entries: readonly Entry[] = [
  { path: '/dashboard', label: 'nav.dashboard' },
  { path: '/connections', label: 'nav.connections' },
  { path: '/sync-rules', label: 'nav.syncRules' },
  { path: '/failed-work', label: 'nav.failedWork' },
  { path: '/tenants', label: 'nav.tenants' },
  { path: '/systems', label: 'nav.systems', onlySuperAdmin: true },
  { path: '/users', label: 'nav.users', onlySuperAdmin: true },
  { path: '/audit-log', label: 'nav.auditLog', onlySuperAdmin: true },
];

/** The menu. It leaves out what the service would refuse to this role. */
export function entriesFor(role: Me['role']): readonly Entry[] {
  return entries.filter(({ onlySuperAdmin }) => !onlySuperAdmin || role === 'super_admin');
}
