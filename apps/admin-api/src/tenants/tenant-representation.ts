import { ApiProperty } from '@nestjs/swagger';
import type { FoundTenant } from '@sync/domain';
import { PageInput } from '@sync/http-api';
import { IsString, Length } from 'class-validator';
import { SearchProperty } from '../search-property';

export class TenantRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ description: 'Whether a direct system of the company is connected. Without one its shops sync nothing.' })
  has_target: boolean;

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

export function presentTenant({ id, name, hasTarget, createdAt, updatedAt }: FoundTenant): TenantRepresentation {
  return { id, name, has_target: hasTarget, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}
