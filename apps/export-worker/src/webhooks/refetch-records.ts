import { Injectable } from '@nestjs/common';
import { TaskPostponed, type TaskAttempt, type TaskHandler, type TaskPayloads } from '@sync/durable-work';
import { IntegrationRequestException, InvalidIntegrationResponseException, type StorableChange } from '@sync/integration-contract';
import { ShopBudgets } from '@sync/sync-runs';
import { askWithinBudget, ShopWaits } from '../bulk-sync/shop-requests';
import { SyncTargets } from '../bulk-sync/sync-target';
import { StoreChange } from './store-change';

/**
 * Reads records from the shop now and stores them like webhooks that arrived before the reading: a webhook that arrives meanwhile is
 * newer. Those that the shop does not have are marked as deleted. While the shop's host wants no request, it waits. Safe to repeat.
 */
@Injectable()
export class RefetchRecords implements TaskHandler<'refetch-records'> {
  constructor(
    private readonly targets: SyncTargets,
    private readonly storeChange: StoreChange,
    private readonly budgets: ShopBudgets,
  ) {}

  /** Throws once all others are stored when the shop has a record that cannot be mapped. */
  async handle({ systemConnectionId, capability, sourceIds }: TaskPayloads['refetch-records'], attempt: TaskAttempt): Promise<void> {
    const target = await this.targets.find(systemConnectionId);
    if (target?.status !== 'active') return;
    const { integration, connection } = await this.targets.open(target);
    const origin = { attempt, target, receivedAt: new Date(), transformer: new (integration.transformerClass())() };
    const { records, skipped } = await this.withinBudget(systemConnectionId, () =>
      integration.fetchRecords(connection, capability, sourceIds),
    );
    const there = new Set([...records, ...skipped].map(({ sourceId }) => sourceId));
    for (const record of records) await this.storeChange.run(origin, { kind: 'restore', capability, record } as StorableChange);
    for (const sourceId of sourceIds)
      if (!there.has(sourceId)) await this.storeChange.run(origin, { kind: 'delete', capability, sourceId });
    const [unmappable] = skipped;
    if (unmappable) throw new InvalidIntegrationResponseException(`The shop holds no such record: ${unmappable.reason}.`);
  }

  private async withinBudget<T>(connectionId: string, call: () => Promise<T>): Promise<T> {
    try {
      return await askWithinBudget(this.budgets, connectionId, call);
    } catch (error) {
      if (error instanceof ShopWaits) throw new TaskPostponed(error.message, error.milliseconds);
      if (error instanceof IntegrationRequestException) await this.budgets.noteFailure(connectionId, error);
      throw error;
    }
  }
}
