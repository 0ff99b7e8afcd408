import { Global, Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ActivatePendingConnection } from './activate-pending-connection';
import { ConnectionsController } from './connections.controller';
import { FindPendingConnection } from './find-pending-connection';
import { IssueConnectionToken } from './issue-connection-token';
import { ListConnections } from './list-connections';
import { PresentConnections } from './present-connections';
import { ShopIdentity } from './shop-identity';
import { TranslateRefusals } from './translate-refusals';

const steps = [ActivatePendingConnection, FindPendingConnection, IssueConnectionToken, PresentConnections, ShopIdentity];

/** The connections of a tenant, and the steps that the handshakes share. */
@Global()
@Module({
  controllers: [ConnectionsController],
  providers: [...steps, ListConnections, { provide: APP_INTERCEPTOR, useClass: TranslateRefusals }],
  exports: steps,
})
export class ConnectionsModule {}
