import { Injectable, Logger } from '@nestjs/common';
import { noteReachableAgain } from '@sync/domain';
import { IntegrationRegistry } from '@sync/integrations';
import { loggableError } from '@sync/records';
import { claimShopProbes, endShopOutage } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { SyncTargets } from '../bulk-sync/sync-target';

/** Of one turn, together: each has a deadline of its own. */
const maxProbes = 50;

/**
 * Asks the shops of connections in error whether they respond again, as a reconnect would, and offers their owners to reconnect. Changes
 * no status: the connection is out of sync until its owner reconnects.
 */
@Injectable()
export class ProbeFailedShops {
  private readonly logger = new Logger('ProbeFailedShops');

  constructor(
    private readonly dataSource: DataSource,
    private readonly registry: IntegrationRegistry,
    private readonly targets: SyncTargets,
  ) {}

  async probe(): Promise<void> {
    const due = await claimShopProbes(this.dataSource, maxProbes);
    await Promise.all(due.map((connectionId) => this.probeOne(connectionId)));
  }

  private async probeOne(connectionId: string): Promise<void> {
    try {
      const target = await this.targets.find(connectionId);
      if (target?.status !== 'error') return;
      const { connection } = await this.targets.open(target);
      // Past the breaker, which is open for what the syncs met.
      const { successful } = await this.registry.forUnsaved(connection.driver).verify(connection);
      if (!successful) return;
      if (await noteReachableAgain(this.dataSource, connectionId, target.sealedCredentials))
        this.logger.log({ msg: 'shop reachable again', connectionId });
      await endShopOutage(this.dataSource, connectionId);
    } catch (error) {
      this.logger.warn({ msg: 'failed shop not asked', connectionId, error: loggableError(error) });
    }
  }
}
