import { Injectable } from '@nestjs/common';
import { TaskPostponed, type TaskAttempt, type TaskHandler, type TaskPayloads } from '@sync/durable-work';
import { IntegrationRequestException, type StorableChange } from '@sync/integration-contract';
import { ShopBudgets } from '@sync/sync-runs';
import { askWithinBudget, ShopWaits } from '../bulk-sync/shop-requests';
import { SyncTargets } from '../bulk-sync/sync-target';
import { StoreChange } from './store-change';

/**
 * Reads one record from the shop now and stores it like a webhook that arrived before the reading: a webhook that arrives meanwhile is
 * newer. A record that the shop does not have is marked as deleted. While the shop's host wants no request, it waits. Safe to repeat.
 */
@Injectable()
export class RefetchRecord implements TaskHandler<'refetch-record'> {
  constructor(
    private readonly targets: SyncTargets,
    private readonly storeChange: StoreChange,
    private readonly budgets: ShopBudgets,
  ) {}

  async handle({ systemConnectionId, capability, sourceId }: TaskPayloads['refetch-record'], attempt: TaskAttempt): Promise<void> {
    const target = await this.targets.find(systemConnectionId);
    if (target?.status !== 'active') return;
    const { integration, connection } = await this.targets.open(target);
    const receivedAt = new Date();
    const record = await this.withinBudget(systemConnectionId, () => integration.fetchRecord(connection, capability, sourceId));
    const change = record ? { kind: 'restore', capability, record } : { kind: 'delete', capability, sourceId };
    const origin = { attempt, target, receivedAt, transformer: new (integration.transformerClass())() };
    await this.storeChange.run(origin, change as StorableChange);
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
