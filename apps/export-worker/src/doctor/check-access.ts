import { Injectable } from '@nestjs/common';
import { noteRefusedAccess } from '@sync/domain';
import type { TaskAttempt, TaskHandler, TaskPayloads } from '@sync/durable-work';
import { IntegrationRegistry } from '@sync/integrations';
import { DataSource } from 'typeorm';
import { SyncTargets } from '../bulk-sync/sync-target';

/**
 * Right after a handshake: the verification asks the shop's plugin, so a wrong or missing key of the shop's interface would show only
 * in the first export. Says so in the connection's status reason while its owner is still there. Changes nothing else.
 */
@Injectable()
export class CheckAccess implements TaskHandler<'check-access'> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly registry: IntegrationRegistry,
    private readonly targets: SyncTargets,
  ) {}

  async handle({ systemConnectionId }: TaskPayloads['check-access'], attempt: TaskAttempt): Promise<void> {
    const target = await this.targets.find(systemConnectionId);
    if (!target?.sealedCredentials || (target.status !== 'pending' && target.status !== 'active')) return;
    const { connection } = await this.targets.open(target);
    const refusal = await this.registry.examineShop.findRefusal(connection);
    attempt.throwIfInterrupted();
    if (!refusal) return;
    const { code, evidence, cause, advice } = refusal;
    await noteRefusedAccess(this.dataSource, systemConnectionId, target.sealedCredentials, {
      code,
      message: [evidence, cause, advice].join(' '),
    });
  }
}
