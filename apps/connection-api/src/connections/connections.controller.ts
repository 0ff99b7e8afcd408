import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiPage, ConnectionId, ConnectionRepresentation, ConnectionsInput, Operation, type Page, written } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { tenantOf, type Caller } from '../access/caller';
import { onlyListed } from '../access/check-scope';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import { connections, shop } from '../api-description/examples';
import { ListConnections } from './list-connections';

@ApiTags('Connections')
@Controller('api/system-connections')
export class ConnectionsController {
  constructor(private readonly connections: ListConnections) {}

  @Get()
  @RequiresBearer('list', 'active')
  @Operation({
    id: 'listConnections',
    summary: "List the tenant's connections",
    description:
      "Oldest first, the caller's own connection among them. `system` and `status` narrow the list. A plugin's token lists its own connection only.",
  })
  @ApiPage(ConnectionRepresentation, written(connections))
  @ApiProblems('validation-failed')
  list(@RequestCaller() caller: Caller, @Query() input: ConnectionsInput): Promise<Page<ConnectionRepresentation>> {
    return this.connections.list({ tenantId: tenantOf(caller), id: onlyListed(caller) }, input);
  }

  @Get(':id')
  @RequiresBearer('connection', 'active')
  @Operation({
    id: 'getConnection',
    summary: 'Read one connection',
    description: '404 for an id that does not exist or belongs to another tenant.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: ConnectionRepresentation, description: 'The connection', ...written(shop) })
  @ApiProblems('not-found')
  show(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<ConnectionRepresentation> {
    return this.connections.show(tenantOf(caller), id);
  }
}
