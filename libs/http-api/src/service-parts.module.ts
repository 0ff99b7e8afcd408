import { Global, Inject, Logger, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { CredentialsCipher, ErasedAddresses, KeyRingCheck } from '@sync/credentials';
import { createPool, everyTenant, everyTenantOfAdmin, poolSizes, queryBounds } from '@sync/postgres';
import { RecordStore } from '@sync/record-store';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { ConnectionServiceConfiguration } from './connection-service-configuration';
import { RequestTimeouts } from './request-timeouts';

/** The pool of pg for what requests read most: records and connections. An entity manager for each statement costs as much as the statement. */
export const readPool = Symbol('readPool');

interface ServiceParts {
  /** Of the app, for the names of its database connections. */
  name: string;
  /** Injected by its own class. */
  configuration: ConnectionServiceConfiguration;
  timeouts: RequestTimeouts;
  /** Its role in Postgres may touch users. */
  isForAdministrators: boolean;
}

/** The libraries that an API uses, each instantiated once from the configuration. */
@Global()
@Module({})
export class ServicePartsModule implements OnApplicationShutdown {
  constructor(@Inject(readPool) private readonly pool: Pool) {}

  static with({ name, configuration, timeouts, isForAdministrators }: ServiceParts): DynamicModule {
    const { encryptionKeys } = configuration;
    return {
      module: ServicePartsModule,
      providers: [
        { provide: configuration.constructor, useValue: configuration },
        { provide: RequestTimeouts, useValue: timeouts },
        { provide: CredentialsCipher, useFactory: () => new CredentialsCipher(encryptionKeys) },
        {
          provide: ErasedAddresses,
          inject: [DataSource],
          useFactory: (source: DataSource) => new ErasedAddresses((sql, parameters) => source.query(sql, parameters), encryptionKeys),
        },
        {
          provide: KeyRingCheck,
          inject: [DataSource],
          useFactory: (source: DataSource) =>
            new KeyRingCheck((sql, parameters) => source.query(sql, parameters), encryptionKeys, {
              logger: new Logger('KeyRingCheck'),
              seesUsers: isForAdministrators,
            }),
        },
        { provide: readPool, useFactory: () => createReadPool({ name, configuration, timeouts, isForAdministrators }) },
        { provide: RecordStore, inject: [readPool], useFactory: (pool: Pool) => new RecordStore(pool) },
      ],
      exports: [configuration.constructor, RequestTimeouts, CredentialsCipher, ErasedAddresses, KeyRingCheck, RecordStore, readPool],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.pool.end();
  }
}

function createReadPool({ name, configuration, timeouts, isForAdministrators }: ServiceParts): Pool {
  const { databaseUrl, databaseIsPooled } = configuration;
  const { poolMs, queryMs } = timeouts;
  const settings = isForAdministrators ? everyTenantOfAdmin : everyTenant;
  return createPool({
    connectionString: databaseUrl,
    max: (isForAdministrators ? poolSizes.adminApi : poolSizes.connectionApi).reads,
    application_name: `${name} reads`,
    connectionTimeoutMillis: poolMs,
    ...queryBounds(queryMs, { isPooled: databaseIsPooled, settings }),
  });
}
