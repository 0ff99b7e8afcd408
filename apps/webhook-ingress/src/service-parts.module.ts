import { Global, Inject, Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CredentialsCipher, KeyRingCheck } from '@sync/credentials';
import type { Pool } from 'pg';
import { WebhookIngressConfiguration } from './configuration';
import { createDeliveryPool, deliveryPool } from './delivery-pool';

/** Shared providers, each created once from the configuration. */
@Global()
@Module({})
export class ServicePartsModule implements OnApplicationShutdown {
  constructor(@Inject(deliveryPool) private readonly pool: Pool) {}

  static with(configuration: WebhookIngressConfiguration): DynamicModule {
    return {
      module: ServicePartsModule,
      providers: [
        { provide: WebhookIngressConfiguration, useValue: configuration },
        { provide: CredentialsCipher, useFactory: () => new CredentialsCipher(configuration.encryptionKeys) },
        {
          provide: KeyRingCheck,
          inject: [deliveryPool],
          useFactory: (source: Pool) =>
            new KeyRingCheck(async (sql, parameters) => (await source.query(sql, parameters)).rows, configuration.encryptionKeys, {
              logger: new Logger('KeyRingCheck'),
            }),
        },
        { provide: deliveryPool, useFactory: () => createDeliveryPool(configuration) },
      ],
      exports: [WebhookIngressConfiguration, CredentialsCipher, KeyRingCheck, deliveryPool],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}
