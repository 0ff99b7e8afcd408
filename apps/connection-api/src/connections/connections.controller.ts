import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { ApiProblems } from '@sync/service-runtime';
import { tenantOf, type Caller } from '../access/caller';
import { RequiresBearer } from '../access/requires-bearer';
import { RequestCaller } from '../access/request-caller';
import type { Page } from '../paging/page';
import { ApiPage } from '../paging/api-page';
import { ConnectionId } from './connection-id';
import { ConnectionRepresentation } from './connection-representation';
import { ListConnectionsInput } from './connections-input';
import { ListConnections } from './list-connections';

@ApiTags('Connections')
@Controller('api/system-connections')
export class ConnectionsController {
  constructor(private readonly connections: ListConnections) {}

  @Get()
  @RequiresBearer('list', 'active')
  @ApiOperation({ summary: "The caller's tenant's connections, oldest first" })
  @ApiPage(ConnectionRepresentation)
  @ApiProblems('validation-failed')
  list(@RequestCaller() caller: Caller, @Query() input: ListConnectionsInput): Promise<Page<ConnectionRepresentation>> {
    return this.connections.list(tenantOf(caller), input);
  }

  @Get(':id')
  @RequiresBearer('connection', 'active')
  @ApiOperation({ summary: 'One connection' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: ConnectionRepresentation })
  @ApiProblems('not-found')
  show(@RequestCaller() caller: Caller, @ConnectionId('id') id: string): Promise<ConnectionRepresentation> {
    return this.connections.show(tenantOf(caller), id);
  }
}
