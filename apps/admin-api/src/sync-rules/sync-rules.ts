import { Injectable } from '@nestjs/common';
import { createSyncRule } from '@sync/connections';
import { deleteOwnSyncRule, findSyncRule, listSyncRules, setSyncRuleActive, type StoredSyncRule } from '@sync/domain';
import { pageById, type Page } from '@sync/http-api';
import { recordAudit, type AuditEntry } from '@sync/identity';
import { Problem } from '@sync/service-runtime';
import { bringSyncsForward } from '@sync/sync-runs';
import { DataSource, type EntityManager } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import { noSuch } from '../path-id';
import { readWorkPlaces } from '../work/work-place-representation';
import {
  presentSyncRule,
  type CreateSyncRuleInput,
  type ListSyncRulesInput,
  type SyncRuleRepresentation,
} from './sync-rule-representation';

/** Which records flow from where to where. Throws Problem, 404, for a rule that does not exist or that the user may not see. */
@Injectable()
export class SyncRules {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. */
  async list({ viewer }: SignedInUser, input: ListSyncRulesInput): Promise<Page<SyncRuleRepresentation>> {
    const { tenant_id: tenantId, connection_id: connectionId, is_active: isActive, is_default: isDefault } = input;
    const filter = { tenantId, connectionId, isActive, isDefault };
    return pageById(
      'sync-rules',
      input,
      (place) => listSyncRules(this.dataSource, viewer, filter, place),
      (rules) => this.present(rules),
    );
  }

  async show({ viewer }: SignedInUser, id: string): Promise<SyncRuleRepresentation> {
    const rule = await findSyncRule(this.dataSource, viewer, id);
    const [presented] = rule ? await this.present([rule]) : [];
    if (!presented) throw noSuch('sync rule');
    return presented;
  }

  /** Throws RefusedValues, and Problem, 409, when the tenant has the same rule. */
  async create(user: SignedInUser, input: CreateSyncRuleInput): Promise<SyncRuleRepresentation> {
    const values = {
      tenantId: input.tenant_id,
      sourceConnectionId: input.source_connection_id,
      targetConnectionId: input.target_connection_id,
      dataDomains: input.data_domains,
      isActive: input.is_active,
    };
    const rule = await this.dataSource.transaction(async (manager) => {
      const created = await createSyncRule(manager, values);
      if (!created) throw new Problem('conflict', 'There is such a rule already.');
      await this.audit(manager, user, created, { action: 'sync_rule.create', after: membersOf(created) });
      return created;
    });
    return this.show(user, rule.id);
  }

  /** Repeated, it changes nothing more. */
  async setActive(user: SignedInUser, id: string, isActive: boolean): Promise<SyncRuleRepresentation> {
    await this.dataSource.transaction(async (manager) => {
      const changed = await setSyncRuleActive(manager, id, isActive);
      if (!changed) return;
      if (isActive) await bringSyncsForward(manager, [changed.sourceConnectionId]);
      const [action, before, after] = ['sync_rule.change' as const, { is_active: !isActive }, { is_active: isActive }];
      await this.audit(manager, user, changed, { action, before, after });
    });
    return this.show(user, id);
  }

  /** Throws Problem, 409, for a default rule. */
  async delete(user: SignedInUser, id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const deleted = await deleteOwnSyncRule(manager, id);
      if (deleted) return this.audit(manager, user, deleted, { action: 'sync_rule.delete', before: membersOf(deleted) });
      if (!(await findSyncRule(manager, user.viewer, id))) throw noSuch('sync rule');
      throw new Problem('conflict', 'A default rule follows from the connections and cannot be deleted. Deactivate it instead.');
    });
  }

  /** Leaves out what was removed meanwhile. */
  private async present(rules: readonly StoredSyncRule[]): Promise<SyncRuleRepresentation[]> {
    const ends = rules.flatMap(({ sourceConnectionId, targetConnectionId }) => [sourceConnectionId, targetConnectionId]);
    const places = await readWorkPlaces(this.dataSource, ends);
    return rules.flatMap((rule) => presentSyncRule(rule, places) ?? []);
  }

  private audit(
    manager: EntityManager,
    { origin }: SignedInUser,
    { id, tenantId }: StoredSyncRule,
    entry: Pick<AuditEntry, 'action' | 'before' | 'after'>,
  ): Promise<void> {
    return recordAudit(manager, { ...origin, ...entry, object: { type: 'sync_rule', id }, tenantId });
  }
}

/** For the audit log. */
function membersOf(rule: StoredSyncRule): Readonly<Record<string, unknown>> {
  const { sourceConnectionId, targetConnectionId, dataDomains, isActive } = rule;
  const ends = { source_connection_id: sourceConnectionId, target_connection_id: targetConnectionId };
  return { ...ends, data_domains: dataDomains, is_active: isActive };
}
