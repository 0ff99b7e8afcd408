import { recordAudit, UserAccount } from '@sync/identity';
import type { DataSource } from 'typeorm';
import { AdministrationRefused } from '../refusals';
import { endSessionsOf } from '../sessions/end-sessions';
import { lockUser } from '../users/lock-user';
import { showUser } from '../users/user';
import { requireProof, type AccountOrigin } from './require-proof';

/**
 * From now on the user signs in with the password only. The session stays; all others of the user end. Throws AdministrationRefused:
 * `conflict` without a link, and for a user who has chosen no password and could not sign in without the link; RefusedValues for a missing
 * proof.
 */
export async function undoOwnOidcLink(
  dataSource: DataSource,
  origin: AccountOrigin,
  { id, sessionId }: { id: string; sessionId: string },
): Promise<void> {
  await dataSource.transaction(async (manager) => {
    await lockUser(manager, id);
    const { oidcLink, hasPassword } = await showUser(manager, id);
    if (oidcLink !== 'linked') throw new AdministrationRefused('conflict', 'This account is not linked to an identity.');
    if (!hasPassword) throw new AdministrationRefused('conflict', 'Without a password of your own you could not sign in.');
    requireProof(origin);
    await manager.update(UserAccount, { id }, { oidcSubject: null, oidcLinkClosed: true, updatedAt: () => 'now()' });
    await endSessionsOf(manager, id, sessionId);
    await recordAudit(manager, { ...origin, action: 'user.oidc_unlink', object: { type: 'user', id } });
  });
}
