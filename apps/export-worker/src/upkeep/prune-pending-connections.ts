import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { prunePendingConnections } from '@sync/connections';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from '../configuration';
import { upkeepDataSource } from './upkeep-data-source';

@Injectable()
export class PrunePendingConnections {
  private readonly logger = new Logger('PrunePendingConnections');

  constructor(
    @InjectDataSource(upkeepDataSource) private readonly dataSource: DataSource,
    private readonly configuration: WorkerConfiguration,
  ) {}

  /** Returns how many connections it deleted. Throws once the signal is aborted. */
  async prune(signal: AbortSignal): Promise<number> {
    const pruned = await prunePendingConnections(this.dataSource, this.configuration.pendingGraceHours, signal);
    if (pruned > 0) this.logger.log({ msg: 'abandoned pending connections deleted', connections: pruned });
    return pruned;
  }
}
