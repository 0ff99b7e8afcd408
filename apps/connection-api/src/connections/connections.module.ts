import { Module } from '@nestjs/common';
import { ConnectionsController } from './connections.controller';
import { ListConnections } from './list-connections';

/** The connections of a tenant. */
@Module({ controllers: [ConnectionsController], providers: [ListConnections] })
export class ConnectionsModule {}
