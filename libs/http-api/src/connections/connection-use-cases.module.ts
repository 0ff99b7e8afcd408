import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ActivateAgain, Handshakes, ShopIdentity, VerifyCredentials } from '@sync/connections';
import { CredentialsCipher } from '@sync/credentials';
import { DurableWork } from '@sync/durable-work';
import { HostAllowlist, IntegrationRegistry } from '@sync/integrations';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import type { ConnectionServiceConfiguration } from '../connection-service-configuration';
import { readPool } from '../service-parts.module';
import { ReadSyncRuns } from '../syncs/read-sync-runs';
import { RequestSyncs } from '../syncs/request-syncs';
import { ChangeConnection } from './change-connection';
import { ConnectionMutex } from './connection-mutex';
import { ConnectionViews } from './connection-views';
import { PresentConnections } from './present-connections';
import { ReadTimeline } from './read-timeline';

/** What every API does with connections: link, change and show them. Needs ServicePartsModule. */
@Global()
@Module({})
export class ConnectionUseCasesModule {
  static with({ connectionTokenTtlSeconds, tenantMaxPending, disconnectedGraceDays }: ConnectionServiceConfiguration): DynamicModule {
    const parts = [ConnectionMutex, ChangeConnection, ReadTimeline, ReadSyncRuns, RequestSyncs];
    return {
      module: ConnectionUseCasesModule,
      providers: [
        ...parts,
        {
          provide: ConnectionViews,
          inject: [readPool, DataSource],
          useFactory: (pool: Pool, dataSource: DataSource) => new ConnectionViews(pool, dataSource),
        },
        {
          provide: PresentConnections,
          inject: [ConnectionViews],
          useFactory: (views: ConnectionViews) => new PresentConnections(views, disconnectedGraceDays),
        },
        {
          provide: Handshakes,
          inject: [DataSource, DurableWork, VerifyCredentials, CredentialsCipher, HostAllowlist, IntegrationRegistry],
          useFactory: createHandshakes({ tokenSeconds: connectionTokenTtlSeconds, maxPending: tenantMaxPending }),
        },
        {
          provide: ActivateAgain,
          inject: [DataSource, DurableWork, VerifyCredentials, CredentialsCipher, ConnectionMutex, HostAllowlist, IntegrationRegistry],
          useFactory: createActivateAgain(disconnectedGraceDays),
        },
      ],
      exports: [...parts, ConnectionViews, PresentConnections, Handshakes],
    };
  }
}

function createHandshakes(limits: { tokenSeconds: number; maxPending: number }) {
  return (
    dataSource: DataSource,
    work: DurableWork,
    verification: VerifyCredentials,
    cipher: CredentialsCipher,
    allowlist: HostAllowlist,
    integrations: IntegrationRegistry,
  ) => {
    const shops = new ShopIdentity(dataSource, allowlist, integrations, verification);
    return new Handshakes({ dataSource, work, verification, cipher, shops, doctor: integrations.examineShop, ...limits });
  };
}

function createActivateAgain(graceDays: number) {
  return (
    dataSource: DataSource,
    work: DurableWork,
    verification: VerifyCredentials,
    cipher: CredentialsCipher,
    mutex: ConnectionMutex,
    allowlist: HostAllowlist,
    integrations: IntegrationRegistry,
  ) => {
    const shops = new ShopIdentity(dataSource, allowlist, integrations, verification);
    const runExclusive = <T>(id: string, change: () => Promise<T>) => mutex.runExclusive(id, change);
    return new ActivateAgain({ dataSource, work, verification, cipher, shops, graceDays, runExclusive });
  };
}
