import { recordAudit, revokeAccessTokensOf, UserAccount, type AuditOrigin, type Role } from '@sync/identity';
import type { DataSource, QueryDeepPartialEntity } from 'typeorm';
import { endSessionsOf } from '../sessions/end-sessions';
import { refuseOwnAccount, requireProof, type AccountOrigin } from '../sign-in/require-proof';
import { changedAccess, grantAccess } from './grant-access';
import { lockUser } from './lock-user';
import { auditedUser, showUser, type OidcLink, type User, type UserAccess } from './user';

export interface UserChanges extends Partial<UserAccess> {
  name?: string;
  role?: Role;
  disabled?: boolean;
  /** Both undo a link; `open` lets the next sign-in through the provider make one again. */
  oidcLink?: Exclude<OidcLink, 'linked'>;
}

/**
 * Fields left out stay as they are. A change of the role or of the link to an identity, disabling and enabling end the user's sessions;
 * access takes effect with the next request. Any of them revokes the preview tokens that the user has issued. Throws
 * AdministrationRefused: `gone`, `conflict` for the last enabled super administrator, and `forbidden` for the administrator's own link;
 * RefusedValues for unknown tenants and systems, for access that does not go together, and for a change of the role or the link, or enabling,
 * without proof.
 */
export async function changeUser(dataSource: DataSource, origin: AccountOrigin, id: string, changes: UserChanges): Promise<User> {
  return dataSource.transaction(async (manager) => {
    const { requireAnother } = await lockUser(manager, id);
    if (changes.role === 'support' || changes.disabled) requireAnother();
    const old = await showUser(manager, id);
    const access = changedAccess(changes.role ?? old.role, old.tenantAccess, changes);
    await manager.update(UserAccount, { id }, { ...changedColumns(changes), tenantAccess: access.tenantAccess });
    await grantAccess(manager, id, access);
    const user = await showUser(manager, id);
    const { before, after } = difference(auditedUser(old), auditedUser(user));
    if ('oidc_link' in after) refuseOwnAccount(origin, id, 'Undo your own link in your own account.');
    if ('role' in after || 'oidc_link' in after || after.disabled === false) requireProof(origin);
    if (['role', 'disabled', 'oidc_link'].some((member) => member in after)) await endSessionsOf(manager, id);
    if (Object.keys(after).some((member) => member !== 'name')) await revokeAccessTokensOf(manager, id);
    if (Object.keys(after).length > 0)
      await recordAudit(manager, { ...origin, action: 'user.change', object: { type: 'user', id }, before, after });
    return user;
  });
}

function changedColumns({ name, role, disabled, oidcLink }: UserChanges): QueryDeepPartialEntity<UserAccount> {
  return {
    name,
    role,
    ...(disabled !== undefined && { disabledAt: disabled ? () => 'coalesce(disabled_at, now())' : null }),
    ...(oidcLink !== undefined && { oidcSubject: null, oidcLinkClosed: oidcLink === 'closed' }),
    updatedAt: () => 'now()',
  };
}

/** Deletes the user with the sessions. The audit log keeps the id. Throws as changeUser. */
export async function deleteUser(dataSource: DataSource, origin: AuditOrigin, id: string): Promise<void> {
  await dataSource.transaction(async (manager) => {
    const { requireAnother } = await lockUser(manager, id);
    requireAnother();
    const before = auditedUser(await showUser(manager, id));
    await manager.delete(UserAccount, { id });
    await recordAudit(manager, { ...origin, action: 'user.delete', object: { type: 'user', id }, before });
  });
}

/** The members that differ. */
function difference(old: Record<string, unknown>, now: Record<string, unknown>) {
  const changed = Object.keys(now).filter((member) => JSON.stringify(old[member]) !== JSON.stringify(now[member]));
  const of = (values: Record<string, unknown>) => Object.fromEntries(changed.map((member) => [member, values[member]]));
  return { before: of(old), after: of(now) };
}
