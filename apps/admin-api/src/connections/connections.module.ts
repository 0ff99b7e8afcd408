import { Global, Module } from '@nestjs/common';
import { ConnectionAccess } from '../access/connection-access';
import { ConnectionChangesController } from './connection-changes.controller';
import { ConnectionConfigurationController } from './connection-configuration.controller';
import { ConnectionsController } from './connections.controller';
import { CreateConnection } from './create-connection';
import { ReadConnections } from './read-connections';

/** /api/admin/connections: find, create, repair and end them. */
@Global()
@Module({
  controllers: [ConnectionsController, ConnectionChangesController, ConnectionConfigurationController],
  providers: [ConnectionAccess, ReadConnections, CreateConnection],
  exports: [ConnectionAccess],
})
export class ConnectionsModule {}
