import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { DeliverWebhooks } from '@sync/caller-webhooks';
import { CallerHttp, HostAllowlist } from '@sync/integrations';
import { Notifications } from '@sync/postgres';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from '../configuration';

/** Webhooks to callers. */
@Module({
  providers: [
    {
      provide: CallerHttp,
      inject: [WorkerConfiguration],
      useFactory: ({ callerHostAllowlist, contactAddress }: WorkerConfiguration) =>
        new CallerHttp({ allowlist: new HostAllowlist(callerHostAllowlist), contactAddress }),
    },
    {
      provide: DeliverWebhooks,
      inject: [DataSource, CallerHttp, WorkerConfiguration],
      useFactory: (dataSource: DataSource, http: CallerHttp, configuration: WorkerConfiguration) =>
        new DeliverWebhooks({
          dataSource,
          http,
          notifications: new Notifications({
            databaseUrl: configuration.databaseDirectUrl,
            applicationName: 'export-worker notifications',
            channel: 'service_events',
          }),
          keys: configuration.encryptionKeys,
          schedule: configuration.callerWebhookSchedule,
        }),
    },
  ],
})
export class CallerWebhooksModule implements OnApplicationShutdown {
  constructor(
    private readonly http: CallerHttp,
    /** Nest makes it for its hooks. */
    _deliver: DeliverWebhooks,
  ) {}

  onApplicationShutdown(): void {
    this.http.close();
  }
}
