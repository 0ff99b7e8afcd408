import { recordAudit } from '@sync/domain';
import type { DataSource, EntityManager } from 'typeorm';
import { AdministrationRefused } from '../refusals';
import { beginSession, type NewSession, type SessionClient } from '../sessions/begin-session';
import type { SessionLimits } from '../sessions/session';
import type { OidcIdentity } from './oidc-provider';

const admit = `
  with admitted as (update users set last_sign_in_at = now() where oidc_subject = $1 and disabled_at is null returning id)
  select id from admitted`;

/** The first time, by the verified address. A user who is linked already stays so: addresses are given to other people. A link that was undone stays so. */
const link = `
  with linked as (
    update users set oidc_subject = $1, last_sign_in_at = now()
    where login = $2 and oidc_subject is null and not oidc_link_closed and disabled_at is null
      and not exists (select from users where oidc_subject = $1)
    returning id
  )
  select id from linked`;

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
    const [known] = await manager.query<{ id: string }[]>(admit, [identity.subject]);
    const id = known?.id ?? (await linkUser(manager, identity, client));
    if (id === null) throw new AdministrationRefused('sign-in', 'No enabled user has this identity.');
    return beginSession(manager, id, { ...client, method: 'oidc' }, limits);
  });
}

async function linkUser(manager: EntityManager, { subject, email }: OidcIdentity, client: SessionClient): Promise<string | null> {
  const [linked] = await manager.query<{ id: string }[]>(link, [subject, email]);
  if (!linked) return null;
  const { id } = linked;
  const { address, requestId } = client;
  await recordAudit(manager, { actor: `administrator:${id}`, address, requestId, action: 'user.oidc_link', object: { type: 'user', id } });
  return id;
}
