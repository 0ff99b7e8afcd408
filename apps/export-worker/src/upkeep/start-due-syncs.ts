import { Injectable, Logger } from '@nestjs/common';
import { openDueSyncRuns, type DueSyncLimits, type SyncSchedule } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { defaultConfiguration } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import { systemDrivers } from '@sync/records';

const hour = 3_600;

/** Values of the configuration's `frequency`. */
const intervals = { manual: null, hourly: hour, every_six_hours: 6 * hour, daily: 24 * hour, weekly: 7 * 24 * hour };

/** So much may wait at once: enough to keep many workers busy, and little enough that who comes next does not wait long. */
const limits: DueSyncLimits = { queued: 500, openOfTenant: 60 };

/** "afterwards the schedule follows `frequency`": runs of the connections whose turn has come. */
@Injectable()
export class StartDueSyncs {
  private readonly logger = new Logger('StartDueSyncs');
  private readonly schedule: SyncSchedule;

  constructor(
    private readonly work: DurableWork,
    registry: IntegrationRegistry,
  ) {
    const drivers = systemDrivers.filter((driver) => registry.has(driver));
    const defaults = drivers.map((driver) => [driver, String(defaultConfiguration(driver)?.['frequency'] ?? 'manual')]);
    this.schedule = { intervals, defaultFrequencies: Object.fromEntries(defaults) as Record<string, string> };
  }

  /** Returns how many runs it started. */
  async start(): Promise<number> {
    const runs = await this.work.transaction(async (manager, enqueue) => {
      const opened = await openDueSyncRuns(manager, this.schedule, limits);
      const planned = opened.map(({ id, systemConnectionId }) => ({ payload: { syncRunId: id }, systemConnectionId }));
      await enqueue.all('plan-sync-run', planned);
      return opened.length;
    });
    if (runs > 0) this.logger.log({ msg: 'due syncs started', runs });
    return runs;
  }
}
