import type { OidcLink, User } from '@sync/administration';
import type { Role } from '@sync/identity';
import type { Instant, Uuid } from '@sync/http-api';

export class UserRepresentation {
  id: Uuid;

  /** In lower case. */
  login: string;

  name: string;

  role: Role;

  /** What a support user may see. Without meaning for super administrators. */
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
    accessible_tenant_ids: user.accessibleTenantIds,
    supported_system_ids: user.supportedSystemIds,
    must_change_password: user.mustChangePassword,
    has_totp: user.hasTotp,
    oidc_link: user.oidcLink,
    disabled: user.disabledAt !== null,
    last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    created_at: user.createdAt.toISOString(),
    updated_at: user.updatedAt.toISOString(),
  };
}
