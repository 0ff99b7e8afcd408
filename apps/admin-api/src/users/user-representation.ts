import { ApiProperty } from '@nestjs/swagger';
import { oidcLinks, type OidcLink, type User } from '@sync/administration';
import { type Role, roles } from '@sync/identity';

const nullableTime = { type: 'string', format: 'date-time', nullable: true } as const;

export class UserRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ description: 'In lower case.' })
  login: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: [...roles] })
  role: Role;

  @ApiProperty({ type: [String], format: 'uuid', description: 'What a support user may see. Without meaning for super administrators.' })
  accessible_tenant_ids: string[];

  @ApiProperty({
    type: [String],
    format: 'uuid',
    description: 'Of these systems, a support user sees connections of accessible tenants in full.',
  })
  supported_system_ids: string[];

  @ApiProperty({ description: 'The password was generated and must be changed before anything else works.' })
  must_change_password: boolean;

  @ApiProperty({ description: 'A second factor is set up: every sign-in asks for a code.' })
  has_totp: boolean;

  @ApiProperty({
    enum: [...oidcLinks],
    description:
      'To an identity of the provider. `open`: the first sign-in there with the login as its verified address makes the link. `closed`: none does, because the link was undone.',
  })
  oidc_link: OidcLink;

  @ApiProperty()
  disabled: boolean;

  @ApiProperty({ ...nullableTime, description: 'Null: never.' })
  last_sign_in_at: string | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
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
