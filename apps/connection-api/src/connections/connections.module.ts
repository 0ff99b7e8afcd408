import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Handshakes, ShopIdentity, VerifyCredentials } from '@sync/connections';
import { CredentialsCipher } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { HostAllowlist, IntegrationRegistry } from '@sync/integrations';
import { DataSource } from 'typeorm';
import { ConnectionApiConfiguration } from '../configuration';
import { ConnectionsController } from './connections.controller';
import { ListConnections } from './list-connections';
import { PresentConnections } from './present-connections';
import { TranslateRefusals } from './translate-refusals';

/** The connections of a tenant, and the handshakes that make them. */
@Global()
@Module({
  controllers: [ConnectionsController],
  providers: [
    ListConnections,
    PresentConnections,
    { provide: APP_INTERCEPTOR, useClass: TranslateRefusals },
    {
      provide: Handshakes,
      inject: [
        DataSource,
        DurableWork,
        VerifyCredentials,
        CredentialsCipher,
        HostAllowlist,
        IntegrationRegistry,
        ConnectionApiConfiguration,
      ],
      useFactory: createHandshakes,
    },
  ],
  exports: [PresentConnections, Handshakes],
})
export class ConnectionsModule {}

function createHandshakes(
  dataSource: DataSource,
  work: DurableWork,
  verification: VerifyCredentials,
  cipher: CredentialsCipher,
  allowlist: HostAllowlist,
  integrations: IntegrationRegistry,
  { connectionTokenTtlSeconds: tokenSeconds }: ConnectionApiConfiguration,
): Handshakes {
  const shops = new ShopIdentity(dataSource, allowlist, integrations, verification);
  return new Handshakes({ dataSource, work, verification, cipher, shops, tokenSeconds });
}
