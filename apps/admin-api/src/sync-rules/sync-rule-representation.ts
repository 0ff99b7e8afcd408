import { ApiPropertyOptional } from '@nestjs/swagger';
import type { StoredSyncRule } from '@sync/domain';
import { Example, PageInput, sharedExamples, type Instant, type Uuid, type Wire } from '@sync/http-api';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import { ArrayNotEmpty, ArrayUnique, IsArray, IsBoolean, IsIn, IsUUID } from 'class-validator';
import { exampleValues } from '../api-description/example-values';
import { FlagFilter, IdFilter } from '../work/filters';
import { NamedReference, type WorkPlace } from '../work/work-place-representation';

const { ids } = sharedExamples;
const { tenant, connection: source } = exampleValues.place;
const given = {
  tenant_id: ids.tenant,
  source_connection_id: ids.shop,
  target_connection_id: ids.caller,
  data_domains: ['customers', 'orders'] as SystemCapability[],
};
export const exampleRule: Wire<SyncRuleRepresentation> = {
  id: '01981c35-2b7c-7a90-8e1f-4d6a9c2b7e05',
  ...given,
  tenant,
  source,
  target: { id: ids.caller, name: 'Loyalty platform' },
  is_active: true,
  is_default: false,
  created_at: '2026-01-05T12:10:00.000Z',
  updated_at: '2026-01-05T12:10:00.000Z',
};

@Example<SyncRuleRepresentation>(exampleRule)
export class SyncRuleRepresentation {
  id: Uuid;

  tenant_id: Uuid;

  /** The connection whose records flow. */
  source_connection_id: Uuid;

  /** The connection that they flow to. */
  target_connection_id: Uuid;

  tenant: NamedReference;

  source: NamedReference;

  target: NamedReference;

  data_domains: SystemCapability[];

  is_active: boolean;

  /** Derived from the connections and their configuration. */
  is_default: boolean;

  created_at: Instant;

  updated_at: Instant;
}

export class ListSyncRulesInput extends PageInput {
  /** Rules of this tenant. */
  @IdFilter()
  tenant_id?: Uuid;

  /** Rules whose source or target is this connection. */
  @IdFilter()
  connection_id?: Uuid;

  /** Only active rules, or only the others. */
  @FlagFilter()
  is_active?: boolean;

  /** Only default rules, or only those made by hand. */
  @FlagFilter()
  is_default?: boolean;
}

@Example<Omit<CreateSyncRuleInput, 'is_active'>>(given)
export class CreateSyncRuleInput {
  @IsUUID()
  tenant_id: string;

  @IsUUID()
  source_connection_id: string;

  @IsUUID()
  target_connection_id: string;

  /** Some of the capabilities of the system of the source. */
  @IsArray()
  @ArrayNotEmpty()
  @ArrayUnique()
  @IsIn(systemCapabilities, { each: true })
  data_domains: SystemCapability[];

  @ApiPropertyOptional({ type: 'boolean' })
  @IsBoolean()
  is_active = true;
}

@Example<ChangeSyncRuleInput>({ is_active: false })
export class ChangeSyncRuleInput {
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
    created_at: rule.createdAt,
    updated_at: rule.updatedAt,
  };
}
