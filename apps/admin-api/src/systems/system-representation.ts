import { ApiProperty } from '@nestjs/swagger';
import type { System } from '@sync/domain';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { ArrayUnique, IsArray, IsIn, IsString, Length, Matches } from 'class-validator';
import { OptionalMember } from '../optional-member';
import { Example, type Instant, type Uuid } from '@sync/http-api';

const values = {
  slug: 'loyalty-platform',
  name: 'Loyalty platform',
  capabilities: ['customers', 'orders'] as SystemCapability[],
};

@Example<SystemDetails>({ id: '01981c2d-70a2-7b11-8c3f-2a9d4e6b1f10', ...values, is_direct: true, created_at: '2026-01-05T11:50:00.000Z' })
export class SystemDetails {
  id: Uuid;

  slug: string;

  name: string;

  /** What the system can give, in the order in which it is shown. */
  @ApiProperty({ uniqueItems: true })
  capabilities: SystemCapability[];

  /** A direct system is a caller of this service. Others are shop platforms. */
  is_direct: boolean;

  created_at: Instant;
}

@Example<CreateSystemInput>(values)
export class CreateSystemInput {
  /** Embedding pages name the system so. It never changes. */
  @IsString()
  @Matches(/^[a-z0-9][a-z0-9_-]{0,62}$/, { message: 'slug must be at most 63 lower-case letters, digits, _ and -' })
  slug: string;

  @IsString()
  @Length(1, 100)
  name: string;

  @IsArray()
  @ArrayUnique()
  @IsIn(systemCapabilities, { each: true })
  capabilities: SystemCapability[];
}

@Example<ChangeSystemInput>({ capabilities: values.capabilities })
export class ChangeSystemInput {
  @OptionalMember()
  @IsString()
  @Length(1, 100)
  name?: string;

  @OptionalMember()
  @IsArray()
  @ArrayUnique()
  @IsIn(systemCapabilities, { each: true })
  capabilities?: SystemCapability[];
}

export function presentSystem({ id, slug, name, capabilities, isDirect, createdAt }: System): SystemDetails {
  return { id, slug, name, capabilities, is_direct: isDirect, created_at: createdAt };
}
