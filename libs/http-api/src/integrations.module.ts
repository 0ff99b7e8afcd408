import { Global, Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { VerifyCredentials } from '@sync/connections';
import { CredentialsCipher, KeyRingCheck } from '@sync/credentials';
import { ShopCallLog } from '@sync/domain';
import { HostAllowlist, IntegrationRegistry } from '@sync/integrations';
import { DataSource } from 'typeorm';
import type { ConnectionServiceConfiguration } from './connection-service-configuration';

/** How an API asks shops. Needs ServicePartsModule. */
@Global()
@Module({})
export class IntegrationsModule implements OnApplicationShutdown {
  constructor(private readonly registry: IntegrationRegistry) {}

  static with({ storeHostAllowlist, contactAddress, platforms }: ConnectionServiceConfiguration): DynamicModule {
    return {
      module: IntegrationsModule,
      providers: [
        { provide: HostAllowlist, useFactory: () => new HostAllowlist(storeHostAllowlist) },
        {
          provide: ShopCallLog,
          inject: [DataSource],
          useFactory: (source: DataSource) => new ShopCallLog(source, new Logger('ShopCallLog')),
        },
        {
          provide: IntegrationRegistry,
          inject: [ShopCallLog],
          useFactory: (log: ShopCallLog) =>
            new IntegrationRegistry({ storeHostAllowlist, contactAddress, ...platforms, onCall: (call) => log.note('to_shop', call) }),
        },
        {
          provide: VerifyCredentials,
          inject: [IntegrationRegistry, CredentialsCipher, KeyRingCheck],
          useFactory: (integrations: IntegrationRegistry, cipher: CredentialsCipher, keys: KeyRingCheck) =>
            new VerifyCredentials(integrations, cipher, keys),
        },
      ],
      exports: [HostAllowlist, IntegrationRegistry, VerifyCredentials],
    };
  }

  onApplicationShutdown(): void {
    this.registry.close();
  }
}
