import { Body, Controller, HttpCode, HttpStatus, Post, Put } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBody, ApiNoContentResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import {
  ApiBodyProblems,
  ChangeConnection,
  ConnectionId,
  Operation,
  RenewCredentialsInput,
  RequestedSyncs,
  RequestSyncs,
  RequestSyncsInput,
  sharedExamples,
  written,
} from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { ConnectionAccess } from '../access/connection-access';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from './audited-change';
import { connectionExamples } from './connection-examples';
import { FullConnection } from './connection-representation';
import { ReasonInput } from './connections-input';
import { ReadConnections } from './read-connections';

/** Help for a connection: everybody who sees all of it may end, resume and sync it; only super administrators remove it. */
@ApiTags('Connections')
@RequiresSession()
@Controller('api/admin/connections/:id')
export class ConnectionChangesController {
  constructor(
    private readonly access: ConnectionAccess,
    private readonly connections: ReadConnections,
    private readonly changes: ChangeConnection,
    private readonly syncs: RequestSyncs,
  ) {}

  @Post('disconnect')
  @HttpCode(HttpStatus.OK)
  @Operation({
    id: 'disconnectConnection',
    summary: 'Disconnect a connection',
    description: 'Its records are kept but hidden, and it is not called any more. It can be reconnected until `grace_deadline`.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: FullConnection, description: 'The connection, disconnected', ...written(connectionExamples.disconnected) })
  @ApiProblems('not-found', 'conflict')
  async disconnect(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string): Promise<FullConnection> {
    await this.access.requireFull(user.viewer, id);
    const move = { trigger: 'disconnection', actor: `administrator:${user.id}` } as const;
    await this.changes.stop(id, move, auditedChange(user, 'connection.disconnect'));
    return this.connections.showFull(id);
  }

  @Post('reconnect')
  @HttpCode(HttpStatus.OK)
  @Operation({
    id: 'reconnectConnection',
    summary: 'Reconnect a connection',
    description:
      'For one that is disconnected or failing. Its stored credentials are verified with the shop first; when that fails (422), everything stays as it is.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiOkResponse({ type: FullConnection, description: 'The connection, active again', ...written(connectionExamples.full) })
  @ApiProblems('not-found', 'conflict', 'validation-failed', 'verification-failed')
  async reconnect(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string): Promise<FullConnection> {
    await this.access.requireFull(user.viewer, id);
    await this.changes.reconnect(id, `administrator:${user.id}`, auditedChange(user, 'connection.reconnect'));
    return this.connections.showFull(id);
  }

  @Put('credentials')
  @RequiresSession('super_admin')
  @Operation({
    id: 'replaceConnectionCredentials',
    summary: "Replace a connection's credentials",
    description:
      'Super administrators only. The new ones are verified with the shop, then stored, and the connection is active afterwards. Its id and its records stay.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ type: RenewCredentialsInput, ...written(sharedExamples.renewedCredentials) })
  @ApiOkResponse({ type: FullConnection, description: 'The connection, active', ...written(connectionExamples.full) })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'conflict', 'validation-failed', 'verification-failed')
  async renewCredentials(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Body() { credentials }: RenewCredentialsInput,
  ): Promise<FullConnection> {
    const alongside = auditedChange(user, 'connection.renew_credentials');
    await this.changes.renewCredentials(id, credentials, `administrator:${user.id}`, alongside);
    return this.connections.showFull(id);
  }

  @Post('syncs')
  @HttpCode(HttpStatus.ACCEPTED)
  @Operation({
    id: 'requestConnectionSyncs',
    summary: 'Request a sync',
    description:
      'Starts one run per capability; a capability whose run is still open returns that run. 409 unless the connection is active, 422 for a capability that it may not import now.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ required: false, type: RequestSyncsInput, ...written(sharedExamples.syncs.request) })
  @ApiAcceptedResponse({ type: RequestedSyncs, description: 'One run per capability', ...written(sharedExamples.syncs.requested) })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'conflict', 'validation-failed')
  async sync(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string, @Body() input: RequestSyncsInput): Promise<RequestedSyncs> {
    await this.access.requireFull(user.viewer, id);
    return { data: await this.syncs.request(id, input, { alongside: auditedChange(user, 'connection.sync') }) };
  }

  @Post('uninstall')
  @RequiresSession('super_admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Operation({
    id: 'uninstallConnection',
    summary: 'Uninstall a connection',
    description: 'Super administrators only. Deletes the connection and all its data at once, in any status. It cannot be undone.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ type: ReasonInput, ...written(connectionExamples.reason) })
  @ApiNoContentResponse({ description: 'Everything is deleted, including its tokens' })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'validation-failed')
  async uninstall(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string, @Body() { reason }: ReasonInput): Promise<void> {
    await this.access.requireFull(user.viewer, id);
    await this.changes.uninstall(id, `administrator:${user.id}`, auditedChange(user, 'connection.uninstall', reason));
  }

  @Post('erase')
  @RequiresSession('super_admin')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Operation({
    id: 'eraseRetiredConnection',
    summary: 'Erase a retired connection',
    description:
      'Super administrators only. For one that a newer connection to the same shop replaced (`inactive`): deletes it with its records at once. 409 in any other status.',
  })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiBody({ type: ReasonInput, ...written(connectionExamples.reason) })
  @ApiNoContentResponse({ description: 'Everything is deleted' })
  @ApiBodyProblems()
  @ApiProblems('not-found', 'conflict', 'validation-failed')
  async erase(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string, @Body() { reason }: ReasonInput): Promise<void> {
    await this.changes.eraseRetired(id, `administrator:${user.id}`, auditedChange(user, 'connection.erase', reason));
  }
}
