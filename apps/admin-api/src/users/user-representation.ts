import type { OidcLink, User } from '@sync/administration';
import type { TenantAccess } from '@sync/domain';
import type { Role } from '@sync/identity';
import { Example, sharedExamples, type Instant, type Uuid, type Wire } from '@sync/http-api';

export const exampleUser: Wire<UserRepresentation> = {
  id: '01981c40-2b7e-7d11-8e02-3f9a5c7d1b05',
  login: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'support',
  tenant_access: 'chosen',
  accessible_tenant_ids: [sharedExamples.ids.tenant],
  supported_system_ids: ['01981c10-1a2b-7c3d-8e4f-5a6b7c8d9e07'],
  must_change_password: false,
  has_totp: true,
  oidc_link: 'open',
  disabled: false,
  last_sign_in_at: '2026-01-05T12:00:00.000Z',
  created_at: '2026-01-02T09:00:00.000Z',
  updated_at: '2026-01-05T12:00:00.000Z',
};

@Example<UserRepresentation>(exampleUser)
export class UserRepresentation {
  id: Uuid;

  /** In lower case. */
  login: string;

  name: string;

  role: Role;

  /**
   * Which tenants are accessible to a support user. `chosen`: those listed. `all`: also future ones. `by_system`: those with a connection
   * of a supported system, also future ones, of which it sees these connections only. Without meaning for super administrators.
   */
  tenant_access: TenantAccess;

  /** Empty unless `chosen`. */
  accessible_tenant_ids: Uuid[];

  /** Of these systems, a support user sees connections of accessible tenants in full. */
  supported_system_ids: Uuid[];

  /** The password was generated and must be changed before anything else works. */
  must_change_password: boolean;

  /** A second factor is set up: every sign-in asks for a code. */
  has_totp: boolean;

  /**
   * To an identity of the provider. `open`: the first sign-in there with the login as its verified address makes the link. `closed`: none
   * does, because the link was undone.
   */
  oidc_link: OidcLink;

  disabled: boolean;

  /** Null: never. */
  last_sign_in_at: Instant | null;

  created_at: Instant;

  updated_at: Instant;
}

export function presentUser(user: User): UserRepresentation {
  return {
    id: user.id,
    login: user.login,
    name: user.name,
    role: user.role,
    tenant_access: user.tenantAccess,
    accessible_tenant_ids: user.accessibleTenantIds,
    supported_system_ids: user.supportedSystemIds,
    must_change_password: user.mustChangePassword,
    has_totp: user.hasTotp,
    oidc_link: user.oidcLink,
    disabled: user.disabledAt !== null,
    last_sign_in_at: user.lastSignInAt,
    created_at: user.createdAt,
    updated_at: user.updatedAt,
  };
}
