import { Global, Inject, Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CredentialsCipher, queryBounds } from '@sync/domain';
import { HostAllowlist, IntegrationRegistry } from '@sync/integrations';
import { RecordStore } from '@sync/record-store';
import { Pool } from 'pg';
import { ConnectionApiConfiguration } from './configuration';
import { LongestWaits } from './longest-waits';

const recordPool = Symbol('recordPool');

/** The libraries at work here, each made once from the configuration. */
@Global()
@Module({})
export class ServicePartsModule implements OnApplicationShutdown {
  constructor(
    @Inject(recordPool) private readonly pool: Pool,
    private readonly registry: IntegrationRegistry,
  ) {}

  static with(configuration: ConnectionApiConfiguration, waits: LongestWaits): DynamicModule {
    const { storeHostAllowlist, platforms, encryptionKeys } = configuration;
    return {
      module: ServicePartsModule,
      providers: [
        { provide: ConnectionApiConfiguration, useValue: configuration },
        { provide: LongestWaits, useValue: waits },
        { provide: CredentialsCipher, useFactory: () => new CredentialsCipher(encryptionKeys) },
        { provide: HostAllowlist, useFactory: () => new HostAllowlist(storeHostAllowlist) },
        { provide: IntegrationRegistry, useFactory: () => new IntegrationRegistry({ storeHostAllowlist, ...platforms }) },
        { provide: recordPool, useFactory: () => createRecordPool(configuration.databaseUrl, waits) },
        { provide: RecordStore, inject: [recordPool], useFactory: (pool: Pool) => new RecordStore(pool) },
      ],
      exports: [ConnectionApiConfiguration, LongestWaits, CredentialsCipher, HostAllowlist, IntegrationRegistry, RecordStore],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    this.registry.close();
    await this.pool.end();
  }
}

function createRecordPool(databaseUrl: string, waits: LongestWaits): Pool {
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 5,
    application_name: 'connection-api records',
    connectionTimeoutMillis: waits.pool,
    ...queryBounds(waits.answer),
    keepAlive: true,
  });
  const logger = new Logger('RecordPool');
  pool.on('error', (error: NodeJS.ErrnoException) => logger.warn({ msg: 'idle database connection lost', code: error.code ?? null }));
  return pool;
}
