import type { FoundTenant } from '@sync/domain';
import { Example, PageInput, type Count, type Instant, type Integer, type Uuid } from '@sync/http-api';
import { IsInt, IsString, Length, Max, Min, ValidateIf } from 'class-validator';
import { exampleValues } from '../api-description/example-values';
import { OptionalMember } from '../optional-member';
import { SearchProperty } from '../search-property';

const { id, name } = exampleValues.place.tenant;

@Example<TenantRepresentation>({
  id,
  name,
  has_target: true,
  stored_bytes: 1_288_490_189,
  allowed_bytes: 5_368_709_120,
  max_bytes: null,
  created_at: '2026-01-05T11:58:00.000Z',
  updated_at: '2026-01-05T11:58:00.000Z',
})
export class TenantRepresentation {
  id: Uuid;

  name: string;

  /** Whether a direct system of the company is connected. Without one its shops sync nothing. */
  has_target: boolean;

  /** Bytes that its records take in the feed */
  stored_bytes: Integer;

  /** Bytes of records that it may store; 0: no limit */
  allowed_bytes: Integer;

  /** A quota of its own; null: that of every tenant */
  max_bytes: Integer | null;

  created_at: Instant;

  updated_at: Instant;
}

export class ListTenantsInput extends PageInput {
  @SearchProperty('A part of the name, in any case.')
  search?: string;
}

@Example<TenantInput>({ name })
export class TenantInput {
  /** Need not be unique. */
  @IsString()
  @Length(1, 200)
  name: string;
}

@Example<ChangeTenantInput>({ name, max_bytes: 21_474_836_480 })
export class ChangeTenantInput {
  /** Need not be unique. */
  @OptionalMember()
  @IsString()
  @Length(1, 200)
  name?: string;

  /** Bytes of records that it may store; 0: no limit; null: the default of every tenant. */
  @ValidateIf((_input, value) => value !== undefined && value !== null)
  @IsInt()
  @Min(0)
  @Max(Number.MAX_SAFE_INTEGER)
  max_bytes?: Count | null;
}

/** `storedBytes`: of its records; `defaultQuota`: that of a tenant without one of its own. */
export function presentTenant(
  { id, name, hasTarget, quota, createdAt, updatedAt }: FoundTenant,
  { storedBytes, defaultQuota }: { storedBytes: number; defaultQuota: number },
): TenantRepresentation {
  const bytes = { stored_bytes: storedBytes, allowed_bytes: quota ?? defaultQuota, max_bytes: quota };
  return { id, name, has_target: hasTarget, ...bytes, created_at: createdAt, updated_at: updatedAt };
}
