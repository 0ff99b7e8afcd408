import { ApiProperty } from '@nestjs/swagger';
import type { System } from '@sync/domain';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { ArrayUnique, IsArray, IsIn, IsString, Length, Matches } from 'class-validator';
import { OptionalMember } from '../optional-member';
import type { Instant, Uuid } from '@sync/http-api';

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
  return { id, slug, name, capabilities, is_direct: isDirect, created_at: createdAt.toISOString() };
}
