import type { Duty, SignedIn, User } from '@sync/administration';
import type { Viewer } from '@sync/domain';
import type { AuditOrigin, Role, SessionKind } from '@sync/identity';

/** The user of a request. */
export interface SignedInUser {
  id: string;
  login: string;
  name: string;
  role: Role;
  /** What the user may see of connections. */
  viewer: Viewer;
  /** For audit rows of what this request changes. */
  origin: AuditOrigin;
  /** The client's. */
  address: string;
  sessionId: string;
  sessionKind: SessionKind;
  /** What the user must do before anything else works. */
  duty: Duty | null;
}

export function signedInUser(
  { session, user }: SignedIn,
  { address, requestId, duty }: { address: string; requestId: string | undefined; duty: Duty | null },
): SignedInUser {
  const { id, login, name, role } = user;
  return {
    id,
    login,
    name,
    role,
    viewer: viewerOf(user),
    origin: { actor: `administrator:${id}`, requestId, address },
    address,
    sessionId: session.id,
    sessionKind: session.kind,
    duty,
  };
}

function viewerOf({ role, tenantAccess, accessibleTenantIds, supportedSystemIds }: User): Viewer {
  if (role === 'super_admin') return { role };
  return tenantAccess === 'chosen'
    ? { role, tenantAccess, accessibleTenantIds, supportedSystemIds }
    : { role, tenantAccess, supportedSystemIds };
}
