import { Global, Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ShopCallLog } from '@sync/domain';
import { IntegrationRegistry } from '@sync/integrations';
import { ShopOutages } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from './configuration';

/** How the worker asks shops. Needs ServicePartsModule. */
@Global()
@Module({
  providers: [
    { provide: ShopCallLog, inject: [DataSource], useFactory: (source: DataSource) => new ShopCallLog(source, new Logger('ShopCallLog')) },
    { provide: IntegrationRegistry, inject: [WorkerConfiguration, DataSource, ShopCallLog], useFactory: createRegistry },
  ],
  exports: [IntegrationRegistry],
})
export class IntegrationsModule implements OnApplicationShutdown {
  constructor(private readonly registry: IntegrationRegistry) {}

  onApplicationShutdown(): void {
    this.registry.close();
  }
}

function createRegistry(configuration: WorkerConfiguration, dataSource: DataSource, log: ShopCallLog): IntegrationRegistry {
  const { storeHostAllowlist, contactAddress, platforms, outageToleranceSeconds } = configuration;
  const outages = new ShopOutages(dataSource, outageToleranceSeconds);
  return new IntegrationRegistry({
    storeHostAllowlist,
    contactAddress,
    ...platforms,
    breaker: { outages },
    onCall: (call) => log.note('to_shop', call),
  });
}
