import { Module } from '@nestjs/common';
import { ConnectionChangesController } from './connection-changes.controller';
import { ConnectionConfigurationController } from './connection-configuration.controller';
import { ConnectionsController } from './connections.controller';
import { CreateConnection } from './create-connection';
import { ReadConnections } from './read-connections';
import { NamedTimeline } from './timeline';

/** /api/admin/connections: find, create, repair and end them. */
@Module({
  controllers: [ConnectionsController, ConnectionChangesController, ConnectionConfigurationController],
  providers: [ReadConnections, CreateConnection, NamedTimeline],
})
export class ConnectionsModule {}
