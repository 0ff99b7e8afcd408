import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiExtraModels, ApiOkResponse, ApiTags, getSchemaPath } from '@nestjs/swagger';
import { ApiPage, ChangeConnection, ConnectionId, Operation, PageInput, written, type Page } from '@sync/http-api';
import { ApiProblems, validated } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from './audited-change';
import { connectionExamples } from './connection-examples';
import { ConnectionCount, CreatedConnection, exampleConnection, FullConnection, StatusOnlyConnection } from './connection-representation';
import {
  CountConnectionsInput,
  CreateConnectionInput,
  EditConnectionInput,
  LinkShopInput,
  ListConnectionsInput,
} from './connections-input';
import { CreateConnection } from './create-connection';
import { ReadConnections } from './read-connections';
import { NamedTimeline } from './timeline';
import { TimelineEntry } from './timeline-representation';

const forms = [FullConnection, StatusOnlyConnection];
const bodies = [LinkShopInput, CreateConnectionInput];
const anyOf = (models: (new () => object)[]) => ({ anyOf: models.map((model) => ({ $ref: getSchemaPath(model) })) });

@ApiTags('Connections')
@ApiExtraModels(...forms, ...bodies)
@RequiresSession('look up')
@Controller('api/admin/connections')
export class ConnectionsController {
  constructor(
    private readonly connections: ReadConnections,
    private readonly creation: CreateConnection,
    private readonly changes: ChangeConnection,
    private readonly timelines: NamedTimeline,
  ) {}

  /**
   * List and search connections
   * @remarks Newest first, or sorted. A support user sees those of accessible tenants; where the system is not supported, in their status-only form, or not at all (`tenant_access`).
   */
  @Get()
  @ApiPage(forms, written({ data: [exampleConnection, connectionExamples.statusOnly], next_cursor: null }))
  listConnections(
    @RequestUser() { viewer }: SignedInUser,
    @Query() input: ListConnectionsInput,
  ): Promise<Page<FullConnection | StatusOnlyConnection>> {
    return this.connections.list(viewer, input);
  }

  /**
   * Count connections
   * @remarks Those that the list shows for the same filters. Counts to 1,000.
   * @returns How many
   */
  @Get('count')
  countConnections(@RequestUser() { viewer }: SignedInUser, @Query() input: CountConnectionsInput): Promise<ConnectionCount> {
    return this.connections.count(viewer, input);
  }

  /**
   * Read one connection
   * @remarks In the form of the list. 404 for one that does not exist or that the user may not see.
   */
  @Get(':id')
  @ApiOkResponse({ schema: anyOf(forms), description: 'The connection', ...written(exampleConnection) })
  getConnection(@RequestUser() { viewer }: SignedInUser, @ConnectionId('id') id: string): Promise<FullConnection | StatusOnlyConnection> {
    return this.connections.show(viewer, id);
  }

  @Post()
  @RequiresSession('administer')
  @Operation({
    id: 'createConnection',
    summary: 'Connect a shop or a direct system to a tenant',
    description: `Super administrators only. The body selects the way:

- \`tenant_id\` and \`system_slug\`: the response has a token that the shop owner pastes into the plugin. The connection is pending until then, and a plugin of another system is refused. 409 while the tenant has as many pending connections as it may have.
- with \`base_url\` and \`credentials\`: the service verifies them with the shop now, and the connection is active. An older connection of the tenant to the same shop becomes inactive.
- \`system_slug\` of a direct system: the connection is active, and the response has its first access token, which is shown only this once. Shops linked before get their rules and a sync. 409 when the tenant has a connection to this system already, unless that is retired.`,
  })
  @ApiBody({ schema: anyOf(bodies), examples: connectionExamples.createRequests })
  @ApiCreatedResponse({ type: CreatedConnection, description: 'The connection', examples: connectionExamples.created })
  @ApiProblems('conflict', 'verification-failed')
  async create(@RequestUser() user: SignedInUser, @Body() body: Record<string, unknown> | undefined): Promise<CreatedConnection> {
    if (body?.['base_url'] !== undefined || body?.['credentials'] !== undefined)
      return this.creation.verifiedNow(user, await validated(LinkShopInput, body));
    return this.creation.create(user, await validated(CreateConnectionInput, body));
  }

  /**
   * Change name or meta
   * @remarks Super administrators only. Absent members stay.
   * @returns The connection
   */
  @Patch(':id')
  @RequiresSession('administer')
  async editConnection(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Body() { name, meta }: EditConnectionInput,
  ): Promise<FullConnection> {
    await this.changes.edit(id, { name, meta }, auditedChange(user, 'connection.change'));
    return this.connections.showFull(id);
  }

  /**
   * Read how a connection came to its status
   * @remarks Newest first: each move with its reason and actor. 403 where the user sees the status only.
   */
  @Get(':id/timeline')
  @RequiresSession('help')
  @ApiPage(TimelineEntry)
  getConnectionTimeline(@ConnectionId('id') id: string, @Query() input: PageInput): Promise<Page<TimelineEntry>> {
    return this.timelines.read(id, input);
  }
}
