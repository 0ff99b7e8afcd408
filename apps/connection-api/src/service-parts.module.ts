import { Global, Inject, Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { VerifyCredentials } from '@sync/connections';
import { CredentialsCipher, KeyRingCheck } from '@sync/domain';
import { HostAllowlist, IntegrationRegistry } from '@sync/integrations';
import { createPool, queryBounds } from '@sync/postgres';
import { RecordStore } from '@sync/record-store';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { ConnectionApiConfiguration } from './configuration';
import { RequestTimeouts } from './request-timeouts';

const recordPool = Symbol('recordPool');

/** The libraries that this app uses, each instantiated once from the configuration. */
@Global()
@Module({})
export class ServicePartsModule implements OnApplicationShutdown {
  constructor(
    @Inject(recordPool) private readonly pool: Pool,
    private readonly registry: IntegrationRegistry,
  ) {}

  static with(configuration: ConnectionApiConfiguration, timeouts: RequestTimeouts): DynamicModule {
    const { storeHostAllowlist, platforms, encryptionKeys } = configuration;
    return {
      module: ServicePartsModule,
      providers: [
        { provide: ConnectionApiConfiguration, useValue: configuration },
        { provide: RequestTimeouts, useValue: timeouts },
        { provide: CredentialsCipher, useFactory: () => new CredentialsCipher(encryptionKeys) },
        {
          provide: KeyRingCheck,
          inject: [DataSource],
          useFactory: (source: DataSource) =>
            new KeyRingCheck((sql, parameters) => source.query(sql, parameters), encryptionKeys, new Logger('KeyRingCheck')),
        },
        { provide: HostAllowlist, useFactory: () => new HostAllowlist(storeHostAllowlist) },
        { provide: IntegrationRegistry, useFactory: () => new IntegrationRegistry({ storeHostAllowlist, ...platforms }) },
        {
          provide: VerifyCredentials,
          inject: [IntegrationRegistry, CredentialsCipher, KeyRingCheck],
          useFactory: (integrations: IntegrationRegistry, cipher: CredentialsCipher, keys: KeyRingCheck) =>
            new VerifyCredentials(integrations, cipher, keys),
        },
        { provide: recordPool, useFactory: () => createRecordPool(configuration.databaseUrl, timeouts) },
        { provide: RecordStore, inject: [recordPool], useFactory: (pool: Pool) => new RecordStore(pool) },
      ],
      exports: [
        ConnectionApiConfiguration,
        RequestTimeouts,
        CredentialsCipher,
        KeyRingCheck,
        HostAllowlist,
        IntegrationRegistry,
        VerifyCredentials,
        RecordStore,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    this.registry.close();
    await this.pool.end();
  }
}

function createRecordPool(databaseUrl: string, { poolMs, queryMs }: RequestTimeouts): Pool {
  return createPool({
    connectionString: databaseUrl,
    max: 5,
    application_name: 'connection-api records',
    connectionTimeoutMillis: poolMs,
    ...queryBounds(queryMs),
  });
}
