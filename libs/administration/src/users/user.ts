import type { TenantAccess } from '@sync/domain';
import type { UserAccount } from '@sync/identity';
import type { SqlRunner } from '@sync/postgres';
import { userGone } from '../refusals';

/**
 * To an identity of the provider. `open`: the first sign-in there with the login as its verified address makes the link; `closed`: none
 * does, because the link was undone.
 */
export type OidcLink = 'linked' | 'open' | 'closed';

/** What support users may see: full detail where both fit. Super administrators see everything. */
export interface UserAccess {
  tenantAccess: TenantAccess;
  /** Empty unless `chosen`. */
  accessibleTenantIds: string[];
  supportedSystemIds: string[];
}

type ShownColumns = 'id' | 'login' | 'name' | 'role' | 'mustChangePassword' | 'disabledAt' | 'lastSignInAt' | 'createdAt' | 'updatedAt';

/** A person who uses the admin API, as others see it. */
export interface User extends UserAccess, Pick<UserAccount, ShownColumns> {
  /** The user has chosen one. Without it, the user signs in through an identity provider, or has not signed in yet. */
  hasPassword: boolean;
  /** A second factor is confirmed, and every sign-in asks for its code. */
  hasTotp: boolean;
  oidcLink: OidcLink;
}

/** Columns of a user, from `users account`. */
export const userColumns = `
  account.id, account.login, account.name, account.role, account.tenant_access as "tenantAccess", account.must_change_password as "mustChangePassword",
  account.password_hash is not null and not account.must_change_password as "hasPassword",
  case when account.oidc_subject is not null then 'linked' when account.oidc_link_closed then 'closed' else 'open' end as "oidcLink",
  account.totp_confirmed_at is not null as "hasTotp", account.disabled_at as "disabledAt", account.last_sign_in_at as "lastSignInAt",
  account.created_at as "createdAt", account.updated_at as "updatedAt",
  array(select tenant_id::text from user_tenants where user_id = account.id order by tenant_id) as "accessibleTenantIds",
  array(select system_id::text from user_systems where user_id = account.id order by system_id) as "supportedSystemIds"`;

const show = `select ${userColumns} from users account where account.id = $1`;
const find = `select ${userColumns} from users account where account.login = $1`;
const list = `select ${userColumns} from users account where $1::text is null or account.login > $1 order by account.login limit $2`;

/** Throws AdministrationRefused: `gone`. */
export async function showUser(sql: SqlRunner, id: string): Promise<User> {
  const [user] = await sql.query<User[]>(show, [id]);
  if (!user) throw userGone();
  return user;
}

/** Throws AdministrationRefused: `gone`. */
export async function findUserByLogin(sql: SqlRunner, login: string): Promise<User> {
  const [user] = await sql.query<User[]>(find, [login]);
  if (!user) throw userGone();
  return user;
}

/** In the order of their logins, starting after the login `after`. */
export async function listUsers(sql: SqlRunner, after: string | null, limit: number): Promise<User[]> {
  return sql.query<User[]>(list, [after, limit]);
}

/** What the audit log says of a user. */
export function auditedUser(user: User): Record<string, unknown> {
  return {
    login: user.login,
    name: user.name,
    role: user.role,
    tenant_access: user.tenantAccess,
    accessible_tenant_ids: user.accessibleTenantIds,
    supported_system_ids: user.supportedSystemIds,
    oidc_link: user.oidcLink,
    disabled: user.disabledAt !== null,
  };
}
