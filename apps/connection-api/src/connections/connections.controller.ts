import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApiPage, ConnectionId, ConnectionRepresentation, ConnectionsInput, type Page, written, exampleShop } from '@sync/http-api';
import { tenantOf, type Caller } from '../access/caller';
import { onlyListed } from '../access/check-reach';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { caller } from '../api-description/examples';
import { ListConnections } from './list-connections';

@ApiTags('Connections')
@Controller('api/system-connections')
export class ConnectionsController {
  constructor(private readonly connections: ListConnections) {}

  /**
   * List the tenant's connections
   * @remarks Oldest first, the caller's own connection among them. `system` and `status` narrow the list. A plugin's token lists its own
   * connection only.
   */
  @Get()
  @RequiresBearer('list', 'active')
  @ApiPage(ConnectionRepresentation, written({ data: [caller, exampleShop], next_cursor: null }))
  listConnections(@RequestCaller() caller: Caller, @Query() input: ConnectionsInput): Promise<Page<ConnectionRepresentation>> {
    return this.connections.list({ tenantId: tenantOf(caller), id: onlyListed(caller, 'list') }, input);
  }

  /**
   * Read one connection
   * @remarks 404 for an id that does not exist or belongs to another tenant.
   * @returns The connection
   */
  @Get(':id')
  @RequiresBearer('connection', 'active')
  getConnection(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<ConnectionRepresentation> {
    return this.connections.show(tenantOf(caller), id);
  }
}
