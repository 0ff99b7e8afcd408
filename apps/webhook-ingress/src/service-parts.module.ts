import { Global, Inject, Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CredentialsCipher, KeyRingCheck } from '@sync/credentials';
import { ShopCallLog } from '@sync/domain';
import type { Pool } from 'pg';
import { WebhookIngressConfiguration } from './configuration';
import { createDeliveryPool, deliveryPool, queryPostgres } from './delivery-pool';

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
        { provide: ShopCallLog, inject: [deliveryPool], useFactory: createShopCallLog },
      ],
      exports: [WebhookIngressConfiguration, CredentialsCipher, KeyRingCheck, deliveryPool, ShopCallLog],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

function createShopCallLog(pool: Pool): ShopCallLog {
  const query = async <T>(text: string, values?: unknown[]): Promise<T> => (await queryPostgres(pool, { text, values })).rows as T;
  return new ShopCallLog({ query }, new Logger('ShopCallLog'));
}
