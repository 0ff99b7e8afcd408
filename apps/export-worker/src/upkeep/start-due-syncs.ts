import { Injectable, Logger } from '@nestjs/common';
import { defaultConfiguration } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import { systemDrivers } from '@sync/records';
import { SyncRuns, type DueSyncLimits, type SyncSchedule } from '@sync/sync-runs';
import { WorkerConfiguration } from '../configuration';

const hour = 3_600;

/** Values of the configuration's `frequency`. */
const intervals = { manual: null, hourly: hour, every_six_hours: 6 * hour, daily: 24 * hour, weekly: 7 * 24 * hour };

/** Enough to keep many workers busy, few enough that a new request does not wait long. */
const limits: DueSyncLimits = { maxQueued: 500, maxOpenOfTenant: 60 };

/** Opens runs of the connections that are due by the `frequency` of their configuration. */
@Injectable()
export class StartDueSyncs {
  private readonly logger = new Logger('StartDueSyncs');
  private readonly schedule: SyncSchedule;

  constructor(
    private readonly syncs: SyncRuns,
    registry: IntegrationRegistry,
    { fullSyncIntervalHours, reconcileIntervalHours, quietHours }: WorkerConfiguration,
  ) {
    const drivers = systemDrivers.filter((driver) => registry.has(driver));
    const defaults = drivers.map((driver) => [driver, String(defaultConfiguration(driver)?.['frequency'] ?? 'manual')]);
    this.schedule = {
      intervals,
      defaultFrequencies: Object.fromEntries(defaults) as Record<string, string>,
      fullSeconds: fullSyncIntervalHours * hour || null,
      reconcileSeconds: reconcileIntervalHours * hour || null,
      quietHours: quietHours ?? null,
    };
  }

  /** Returns how many runs it started. */
  async start(): Promise<number> {
    const runs = await this.syncs.openDue(this.schedule, limits);
    if (runs > 0) this.logger.log({ msg: 'due syncs started', runs });
    return runs;
  }
}
