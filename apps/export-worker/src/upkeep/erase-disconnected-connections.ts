import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { endConnectionsPastGrace, eraseEndedConnections } from '@sync/connections';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from '../configuration';
import { logFailure } from '../log-failure';
import { upkeepDataSource } from './upkeep-data-source';

@Injectable()
export class EraseDisconnectedConnections {
  private readonly logger = new Logger('EraseDisconnectedConnections');

  constructor(
    @InjectDataSource(upkeepDataSource) private readonly dataSource: DataSource,
    private readonly configuration: WorkerConfiguration,
  ) {}

  /** Returns how many connections it ended. Throws once the signal is aborted, and after the last connection when one of them failed. */
  async erase(signal: AbortSignal): Promise<number> {
    const { disconnectedPurge, disconnectedGraceDays } = this.configuration;
    if (disconnectedPurge === 'off') return 0;
    const onEndFailure = logFailure(this.logger, 'connection past its grace period not ended');
    const { ended, failures } = await endConnectionsPastGrace(this.dataSource, disconnectedGraceDays, onEndFailure, signal);
    failures.push(...(await eraseEndedConnections(this.dataSource, logFailure(this.logger, 'connection not erased'), signal)));
    if (ended > 0) this.logger.log({ msg: 'disconnected connections past their grace period ended', connections: ended });
    // A failed turn is due again soon.
    if (failures.length > 0) throw failures[0];
    return ended;
  }
}
