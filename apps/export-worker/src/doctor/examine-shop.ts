import { Injectable } from '@nestjs/common';
import { examineEndpoints } from '@sync/caller-webhooks';
import { finishDoctorRun } from '@sync/connections';
import { DoctorRun } from '@sync/domain';
import type { TaskAttempt, TaskHandler, TaskPayloads } from '@sync/durable-work';
import { IntegrationRegistry } from '@sync/integrations';
import { DataSource, type EntityManager } from 'typeorm';
import { SyncTargets } from '../bulk-sync/sync-target';

/** Lets the shop doctor examine a connection's shop, looks at the endpoints of its callers, and stores the findings. Repeated, it examines again. */
@Injectable()
export class ExamineShop implements TaskHandler<'examine-shop'> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly registry: IntegrationRegistry,
    private readonly targets: SyncTargets,
  ) {}

  async handle({ doctorRunId }: TaskPayloads['examine-shop'], attempt: TaskAttempt): Promise<void> {
    const run = await this.dataSource.manager.findOneBy(DoctorRun, { id: doctorRunId });
    const target = run?.status === 'queued' ? await this.targets.find(run.systemConnectionId) : null;
    if (!target) return;
    const { connection } = await this.targets.open(target);
    const ofShop = await this.registry.examineShop.run(connection, () => attempt.throwIfInterrupted());
    const ofCallers = await examineEndpoints(this.dataSource, connection.id);
    const findings = ofCallers ? [...ofShop, ofCallers] : ofShop;
    await this.dataSource.transaction(async (manager) => {
      await attempt.complete(manager);
      await finishDoctorRun(manager, doctorRunId, { findings });
    });
  }

  async exhausted({ doctorRunId }: TaskPayloads['examine-shop'], reason: string, manager: EntityManager): Promise<void> {
    await finishDoctorRun(manager, doctorRunId, { error: reason });
  }
}
