import { ApiProperty } from '@nestjs/swagger';
import { firstPasswordDays, loginShape } from '@sync/administration';
import { tenantAccesses, type TenantAccess } from '@sync/domain';
import { roles, type Role } from '@sync/identity';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
} from 'class-validator';
import { exampleProof, OwnProofInput } from '../access/own-proof-input';
import { exampleValues } from '../api-description/example-values';
import { OptionalMember } from '../optional-member';
import { exampleUser, UserRepresentation } from './user-representation';
import { Example, type Uuid } from '@sync/http-api';

const maxIds = 1_000;
const maxName = 200;
const { login, name, role, tenant_access, accessible_tenant_ids, supported_system_ids } = exampleUser;

/** Ids in lower case, as they are stored. */
function IdList(): PropertyDecorator {
  const asIds = ({ value }: { value: unknown }) =>
    Array.isArray(value) ? value.map((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id)) : value;
  const decorators = [Transform(asIds), IsArray(), ArrayMaxSize(maxIds), ArrayUnique(), IsUUID(undefined, { each: true })];
  return (prototype, property) => {
    for (const decorate of decorators) decorate(prototype, property);
  };
}

@Example<CreateUserInput>({ login, name, role, tenant_access, accessible_tenant_ids, supported_system_ids })
export class CreateUserInput extends OwnProofInput {
  /** Letters, digits and ._%+@-, for example an e-mail address. Stored in lower case. */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim().toLowerCase() : value))
  @IsString()
  @Matches(loginShape, { message: 'login must have 1 to 254 letters, digits or ._%+@-, and begin with a letter or digit' })
  login: string;

  @IsString()
  @IsNotEmpty()
  @MaxLength(maxName)
  name: string;

  @IsIn(roles)
  role: Role;

  @ApiProperty({ default: 'chosen' })
  @OptionalMember()
  @IsIn(tenantAccesses)
  tenant_access?: TenantAccess;

  /** Only with `chosen`. */
  @ApiProperty({ default: [] })
  @OptionalMember()
  @IdList()
  accessible_tenant_ids?: Uuid[];

  @ApiProperty({ default: [] })
  @OptionalMember()
  @IdList()
  supported_system_ids?: Uuid[];
}

@Example<ChangeUserInput>({ disabled: true })
export class ChangeUserInput extends OwnProofInput {
  @OptionalMember()
  @IsString()
  @IsNotEmpty()
  @MaxLength(maxName)
  name?: string;

  @OptionalMember()
  @IsIn(roles)
  role?: Role;

  /** `all` and `by_system` empty the list of tenants. */
  @OptionalMember()
  @IsIn(tenantAccesses)
  tenant_access?: TenantAccess;

  /** Replaces the list. Only with `chosen`. */
  @OptionalMember()
  @IdList()
  accessible_tenant_ids?: Uuid[];

  /** Replaces the list. */
  @OptionalMember()
  @IdList()
  supported_system_ids?: Uuid[];

  /** Both undo a link to an identity of the provider. `open`: the next sign-in there makes one again. */
  @OptionalMember()
  @IsIn(['open', 'closed'])
  oidc_link?: 'open' | 'closed';

  /** A disabled user cannot sign in. */
  @OptionalMember()
  @IsBoolean()
  disabled?: boolean;
}

@Example<ResetPasswordInput>({ remove_totp: true, ...exampleProof })
export class ResetPasswordInput extends OwnProofInput {
  /** For a user who lost the authenticator app. */
  @ApiProperty({ default: false })
  @IsOptional()
  @IsBoolean()
  remove_totp?: boolean;
}

@Example<CreatedUser>({
  ...exampleUser,
  must_change_password: true,
  has_totp: false,
  last_sign_in_at: null,
  password: exampleValues.generatedPassword,
})
export class CreatedUser extends UserRepresentation {
  @ApiProperty({ description: `Generated. Shown only once; it must be changed at the first sign-in, within ${firstPasswordDays} days.` })
  password: string;
}

@Example<GeneratedPassword>({ password: exampleValues.generatedPassword })
export class GeneratedPassword {
  @ApiProperty({ description: `Shown only once; it must be changed at the next sign-in, within ${firstPasswordDays} days.` })
  password: string;
}
