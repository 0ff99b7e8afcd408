import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { ConnectionsController } from './connections.controller';
import { ListConnections } from './list-connections';
import { TranslateOwnRefusals } from './translate-own-refusals';

/** The connections of a tenant. */
@Module({
  controllers: [ConnectionsController],
  providers: [ListConnections, { provide: APP_INTERCEPTOR, useClass: TranslateOwnRefusals }],
})
export class ConnectionsModule {}
