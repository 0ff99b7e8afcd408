import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import type { System } from '@sync/domain';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { ArrayUnique, IsArray, IsIn, IsString, Length, Matches } from 'class-validator';
import { OptionalMember } from '../optional-member';

const capabilityList = { type: 'array' as const, items: { type: 'string', enum: [...systemCapabilities] }, uniqueItems: true };
const nameLength = { minLength: 1, maxLength: 100 };

export class SystemDetails {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  slug: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ ...capabilityList, description: 'What the system can give, in the order in which it is shown.' })
  capabilities: SystemCapability[];

  @ApiProperty({ description: 'A direct system is a caller of this service. Others are shop platforms.' })
  is_direct: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;
}

export class CreateSystemInput {
  @ApiProperty({ pattern: '^[a-z0-9][a-z0-9_-]{0,62}$', description: 'Embedding pages name the system so. It never changes.' })
  @IsString()
  @Matches(/^[a-z0-9][a-z0-9_-]{0,62}$/, { message: 'slug must be at most 63 lower-case letters, digits, _ and -' })
  slug: string;

  @ApiProperty(nameLength)
  @IsString()
  @Length(1, 100)
  name: string;

  @ApiProperty(capabilityList)
  @IsArray()
  @ArrayUnique()
  @IsIn(systemCapabilities, { each: true })
  capabilities: SystemCapability[];
}

export class ChangeSystemInput {
  @ApiPropertyOptional(nameLength)
  @OptionalMember()
  @IsString()
  @Length(1, 100)
  name?: string;

  @ApiPropertyOptional(capabilityList)
  @OptionalMember()
  @IsArray()
  @ArrayUnique()
  @IsIn(systemCapabilities, { each: true })
  capabilities?: SystemCapability[];
}

export function presentSystem({ id, slug, name, capabilities, isDirect, createdAt }: System): SystemDetails {
  return { id, slug, name, capabilities, is_direct: isDirect, created_at: createdAt.toISOString() };
}
