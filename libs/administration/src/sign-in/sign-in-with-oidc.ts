import { recordAudit, UserAccount } from '@sync/identity';
import { IsNull, type DataSource, type EntityManager, type UpdateQueryBuilder, type UpdateResult } from 'typeorm';
import { AdministrationRefused } from '../refusals';
import { beginSession, type NewSession, type SessionClient } from '../sessions/begin-session';
import type { SessionLimits } from '../sessions/session';
import type { OidcIdentity } from './oidc-provider';

/** The first time, by the verified address. A user who is linked already stays so: addresses are given to other people. A link that was undone stays so. */
const isLinkable = `
  login = :email and oidc_subject is null and not oidc_link_closed and disabled_at is null
  and not exists (select from users where oidc_subject = :subject)`;

/**
 * Begins a session of the user whom the provider named. Users are not created: a super administrator does that, with the e-mail address
 * as login. Throws AdministrationRefused: `sign-in` for an unknown or disabled user.
 */
export async function signInWithOidc(
  dataSource: DataSource,
  identity: OidcIdentity,
  client: SessionClient,
  limits: SessionLimits,
): Promise<NewSession> {
  return dataSource.transaction(async (manager) => {
    const id = (await admitLinked(manager, identity)) ?? (await linkUser(manager, identity, client));
    if (id === null) throw new AdministrationRefused('sign-in', 'No enabled user has this identity.');
    return beginSession(manager, id, { ...client, method: 'oidc' }, limits);
  });
}

async function admitLinked(manager: EntityManager, { subject }: OidcIdentity): Promise<string | null> {
  return idOf(await signIn(manager).where({ oidcSubject: subject, disabledAt: IsNull() }).execute());
}

async function linkUser(manager: EntityManager, { subject, email }: OidcIdentity, client: SessionClient): Promise<string | null> {
  const id = idOf(await signIn(manager, { oidcSubject: subject }).where(isLinkable, { email, subject }).execute());
  if (id === null) return null;
  const { address, requestId } = client;
  await recordAudit(manager, { actor: `administrator:${id}`, address, requestId, action: 'user.oidc_link', object: { type: 'user', id } });
  return id;
}

/** Notes the sign-in of the user that the condition finds. */
function signIn(manager: EntityManager, changes: Pick<Partial<UserAccount>, 'oidcSubject'> = {}): UpdateQueryBuilder<UserAccount> {
  return manager
    .createQueryBuilder()
    .update(UserAccount)
    .set({ ...changes, lastSignInAt: () => 'now()' })
    .returning('id');
}

function idOf({ raw }: UpdateResult): string | null {
  return (raw as { id: string }[])[0]?.id ?? null;
}
