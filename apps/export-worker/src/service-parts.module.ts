import { Global, Inject, Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CredentialsCipher, ErasedAddresses, KeyRingCheck } from '@sync/credentials';
import { DurableWork } from '@sync/durable-work';
import { createPool, everyTenant, keptPlans, poolSizes, queryBounds } from '@sync/postgres';
import { MissingRecords, RecordStore } from '@sync/record-store';
import { listedKeysSql, pageCheckpointSql, ShopBudgets, SyncRuns } from '@sync/sync-runs';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from './configuration';

const recordPool = Symbol('recordPool');

/** One instance of each library, made from the configuration. */
@Global()
@Module({})
export class ServicePartsModule implements OnApplicationShutdown {
  constructor(@Inject(recordPool) private readonly pool: Pool) {}

  static with(configuration: WorkerConfiguration): DynamicModule {
    return {
      module: ServicePartsModule,
      providers: [
        { provide: WorkerConfiguration, useValue: configuration },
        { provide: CredentialsCipher, useFactory: () => new CredentialsCipher(configuration.encryptionKeys) },
        {
          provide: ErasedAddresses,
          inject: [DataSource],
          useFactory: (source: DataSource) =>
            new ErasedAddresses((sql, parameters) => source.query(sql, parameters), configuration.encryptionKeys),
        },
        {
          provide: KeyRingCheck,
          inject: [DataSource],
          useFactory: (source: DataSource) => checkKeys(configuration, source),
        },
        { provide: recordPool, useFactory: () => createRecordPool(configuration) },
        {
          provide: RecordStore,
          inject: [recordPool, ErasedAddresses],
          useFactory: (pool: Pool, hashes: ErasedAddresses) => createRecordStore(configuration, pool, hashes),
        },
        { provide: MissingRecords, inject: [recordPool], useFactory: (pool: Pool) => new MissingRecords(pool, listedKeysSql) },
        {
          provide: SyncRuns,
          inject: [DataSource, DurableWork],
          useFactory: (dataSource: DataSource, work: DurableWork) =>
            new SyncRuns(dataSource, work, configuration.maxRequestsPerShop, configuration.maxRunHours),
        },
        {
          provide: ShopBudgets,
          inject: [DataSource, DurableWork],
          useFactory: (dataSource: DataSource, work: DurableWork) => new ShopBudgets(dataSource, work, configuration.maxRequestsPerShop),
        },
      ],
      exports: [WorkerConfiguration, CredentialsCipher, ErasedAddresses, KeyRingCheck, RecordStore, MissingRecords, SyncRuns, ShopBudgets],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

function checkKeys({ encryptionKeys }: WorkerConfiguration, source: DataSource): KeyRingCheck {
  const logger = new Logger('KeyRingCheck');
  return new KeyRingCheck((sql, parameters) => source.query(sql, parameters), encryptionKeys, { logger });
}

function createRecordStore(
  { tenantMaxBytes, keepClientAddresses }: WorkerConfiguration,
  pool: Pool,
  addressHashes: ErasedAddresses,
): RecordStore {
  return new RecordStore(pool, pageCheckpointSql, tenantMaxBytes, { addressHashes, keepsClientAddresses: keepClientAddresses === 1 });
}

/** Storing a page takes tens of milliseconds, so few connections serve many fetches. Fail fast on locks, so one shop cannot exhaust the pool. */
function createRecordPool({ databaseUrl, databaseIsPooled, workerConcurrency }: WorkerConfiguration): Pool {
  return createPool({
    connectionString: databaseUrl,
    max: poolSizes.worker(workerConcurrency).records,
    application_name: 'export-worker records',
    connectionTimeoutMillis: 10_000,
    ...queryBounds(12_000, { isPooled: databaseIsPooled, settings: { ...everyTenant, ...keptPlans, lock_timeout: '500' } }),
  });
}
