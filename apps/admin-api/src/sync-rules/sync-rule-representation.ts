import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import type { StoredSyncRule } from '@sync/domain';
import { PageInput } from '@sync/http-api';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsBoolean, IsIn, IsUUID } from 'class-validator';
import { FlagFilter, IdFilter } from '../work/filters';
import { NamedReference, type WorkPlace } from '../work/work-place';

const domains: ApiPropertyOptions = { type: 'array', items: { type: 'string', enum: [...systemCapabilities] } };

export class SyncRuleRepresentation {
  @ApiProperty({ format: 'uuid' })
  id: string;

  @ApiProperty({ format: 'uuid' })
  tenant_id: string;

  @ApiProperty({ format: 'uuid', description: 'The connection whose records flow.' })
  source_connection_id: string;

  @ApiProperty({ format: 'uuid', description: 'The connection that they flow to.' })
  target_connection_id: string;

  @ApiProperty({ type: NamedReference })
  tenant: NamedReference;

  @ApiProperty({ type: NamedReference })
  source: NamedReference;

  @ApiProperty({ type: NamedReference })
  target: NamedReference;

  @ApiProperty(domains)
  data_domains: SystemCapability[];

  @ApiProperty()
  is_active: boolean;

  @ApiProperty({ description: 'Derived from the connections and their configuration.' })
  is_default: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  updated_at: string;
}

export class ListSyncRulesInput extends PageInput {
  @IdFilter('Rules of this tenant.')
  tenant_id?: string;

  @IdFilter('Rules whose source or target is this connection.')
  connection_id?: string;

  @FlagFilter('Only active rules, or only the others.')
  is_active?: boolean;

  @FlagFilter('Only default rules, or only those made by hand.')
  is_default?: boolean;
}

export class CreateSyncRuleInput {
  @ApiProperty({ format: 'uuid' })
  @IsUUID()
  tenant_id: string;

  @ApiProperty({ format: 'uuid' })
  @IsUUID()
  source_connection_id: string;

  @ApiProperty({ format: 'uuid' })
  @IsUUID()
  target_connection_id: string;

  @ApiProperty({ ...domains, description: 'Some of the capabilities of the system of the source.' })
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(systemCapabilities, { each: true })
  data_domains: SystemCapability[];

  @ApiPropertyOptional({ type: 'boolean', default: true })
  @IsBoolean()
  is_active = true;
}

export class ChangeSyncRuleInput {
  @ApiProperty()
  @IsBoolean()
  is_active: boolean;
}

/** Null: a connection of the rule was removed meanwhile, and the rule with it. `places`: by connection id. */
export function presentSyncRule(rule: StoredSyncRule, places: ReadonlyMap<string, WorkPlace>): SyncRuleRepresentation | null {
  const [source, target] = [places.get(rule.sourceConnectionId), places.get(rule.targetConnectionId)];
  if (!source?.tenant || !target) return null;
  return {
    id: rule.id,
    tenant_id: rule.tenantId,
    source_connection_id: rule.sourceConnectionId,
    target_connection_id: rule.targetConnectionId,
    tenant: source.tenant,
    source: source.connection,
    target: target.connection,
    data_domains: rule.dataDomains,
    is_active: rule.isActive,
    is_default: rule.isDefault,
    created_at: rule.createdAt.toISOString(),
    updated_at: rule.updatedAt.toISOString(),
  };
}
