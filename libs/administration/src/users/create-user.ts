import { recordAudit, UserAccount, type Role } from '@sync/identity';
import type { Secret } from '@sync/records';
import type { DataSource, EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { firstPasswordDays } from '../passwords/first-password-days';
import { generatePassword } from '../passwords/generate-password';
import { hashPassword } from '../passwords/hash-password';
import { AdministrationRefused } from '../refusals';
import { requireProof, type AccountOrigin } from '../sign-in/require-proof';
import { changedAccess, grantAccess } from './grant-access';
import { auditedUser, showUser, type User, type UserAccess } from './user';

export interface NewUser extends Omit<UserAccess, 'tenantAccess'> {
  /** Default `chosen`. */
  tenantAccess?: UserAccess['tenantAccess'];
  login: string;
  name: string;
  role: Role;
}

export interface CreatedUser {
  user: User;
  /** Shown once. It must be changed before anything else works, and expires after `firstPasswordDays`. */
  password: Secret<string>;
}

/** Letters, digits and marks of ASCII, so that no two logins look alike. In lower case. */
export const loginShape = /^[a-z0-9][a-z0-9._%+@-]{0,253}$/;

/** $8: only if there is no user at all. */
const insert = `
  insert into users (id, login, name, role, tenant_access, password_hash, must_change_password, password_expires_at)
  select $1::uuid, $2, $3, $4, $5, $6, true, now() + make_interval(days => $7) where not $8 or not exists (select from users)
  on conflict (login) do nothing returning id`;

/**
 * Throws AdministrationRefused: `conflict` for a login that is taken, and RefusedValues for unknown tenants and systems, for access
 * that does not go together, and for a super administrator without proof.
 */
export async function createUser(dataSource: DataSource, origin: AccountOrigin, values: NewUser): Promise<CreatedUser> {
  if (values.role === 'super_admin') requireProof(origin);
  const created = await store(dataSource, origin, values);
  if (!created) throw new AdministrationRefused('conflict', 'Another user has this login.');
  return created;
}

/** Creates the super administrator `admin` if there is no user at all. Null otherwise, and for the later of two concurrent calls. */
export async function ensureFirstAdministrator(dataSource: DataSource): Promise<CreatedUser | null> {
  if (await dataSource.manager.exists(UserAccount)) return null;
  const first = { login: 'admin', name: 'Administrator', role: 'super_admin' as const, accessibleTenantIds: [], supportedSystemIds: [] };
  return store(dataSource, { actor: 'operator' }, first, { onlyFirst: true });
}

async function store(
  dataSource: DataSource,
  origin: AccountOrigin,
  values: NewUser,
  { onlyFirst = false } = {},
): Promise<CreatedUser | null> {
  const access = changedAccess(values.role, 'chosen', values);
  const password = generatePassword();
  const passwordHash = await hashPassword(password);
  return dataSource.transaction(async (manager: EntityManager) => {
    const id = uuidv7();
    const parameters = [id, values.login, values.name, values.role, access.tenantAccess, passwordHash, firstPasswordDays, onlyFirst];
    const [stored] = await manager.query<unknown[]>(insert, parameters);
    if (!stored) return null;
    await grantAccess(manager, id, access);
    const user = await showUser(manager, id);
    await recordAudit(manager, { ...origin, action: 'user.create', object: { type: 'user', id }, after: auditedUser(user) });
    return { user, password };
  });
}
