import { ApiProperty } from '@nestjs/swagger';
import type { FoundTenant } from '@sync/domain';
import { PageInput } from '@sync/http-api';
import { IsInt, IsString, Length, Max, Min, ValidateIf } from 'class-validator';
import { OptionalMember } from '../optional-member';
import { SearchProperty } from '../search-property';

export class TenantRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'Whether a direct system of the company is connected. Without one its shops sync nothing.' })
  has_target: boolean;

  @ApiProperty({ type: 'integer', description: 'Bytes that its records take in the feed' })
  stored_bytes: number;

  @ApiProperty({ type: 'integer', description: 'Bytes of records that it may store; 0: no limit' })
  allowed_bytes: number;

  @ApiProperty({ type: 'integer', nullable: true, description: 'A quota of its own; null: that of every tenant' })
  max_bytes: number | null;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class ListTenantsInput extends PageInput {
  @SearchProperty('A part of the name, in any case.')
  search?: string;
}

export class TenantInput {
  @ApiProperty({ minLength: 1, maxLength: 200, description: 'Need not be unique.' })
  @IsString()
  @Length(1, 200)
  name: string;
}

export class ChangeTenantInput {
  @ApiProperty({ required: false, minLength: 1, maxLength: 200, description: 'Need not be unique.' })
  @OptionalMember()
  @IsString()
  @Length(1, 200)
  name?: string;

  @ApiProperty({
    required: false,
    nullable: true,
    type: 'integer',
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Bytes of records that it may store; 0: no limit; null: the default of every tenant.',
  })
  @ValidateIf((_input, value) => value !== undefined && value !== null)
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  max_bytes?: number | null;
}

/** `storedBytes`: of its records; `defaultQuota`: that of a tenant without one of its own. */
export function presentTenant(
  { id, name, hasTarget, quota, createdAt, updatedAt }: FoundTenant,
  { storedBytes, defaultQuota }: { storedBytes: number; defaultQuota: number },
): TenantRepresentation {
  const bytes = { stored_bytes: storedBytes, allowed_bytes: quota ?? defaultQuota, max_bytes: quota };
  return { id, name, has_target: hasTarget, ...bytes, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}
