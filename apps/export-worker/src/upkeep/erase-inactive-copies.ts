import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { eraseInactiveCopies } from '@sync/connections';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from '../configuration';
import { logFailure } from '../log-failure';
import { upkeepDataSource } from './upkeep-data-source';

@Injectable()
export class EraseInactiveCopies {
  private readonly logger = new Logger('EraseInactiveCopies');

  constructor(
    @InjectDataSource(upkeepDataSource) private readonly dataSource: DataSource,
    private readonly configuration: WorkerConfiguration,
  ) {}

  /** Returns how many connections it erased the copies of. Throws once the signal is aborted, and after the last one when one failed. */
  async erase(signal: AbortSignal): Promise<number> {
    const { inactiveRetentionDays } = this.configuration;
    const onFailure = logFailure(this.logger, 'copy of an inactive connection not erased');
    const { erased, failures } = await eraseInactiveCopies(this.dataSource, inactiveRetentionDays, onFailure, signal);
    if (erased > 0) this.logger.log({ msg: 'copies of inactive connections erased', connections: erased });
    if (failures.length > 0) throw failures[0];
    return erased;
  }
}
