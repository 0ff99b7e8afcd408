import { Body, Controller, HttpCode, HttpStatus, Post, Put } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiTags } from '@nestjs/swagger';
import {
  ChangeConnection,
  ConnectionId,
  RenewCredentialsInput,
  RequestSyncs,
  RequestSyncsInput,
  written,
  type RequestedSyncs,
  exampleDisconnectedShop,
} from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from './audited-change';
import { exampleConnection, FullConnection } from './connection-representation';
import { ReasonInput } from './connections-input';
import { ReadConnections } from './read-connections';

/** Help for a connection: everybody who sees all of it may end, resume and sync it; only super administrators remove it. */
@ApiTags('Connections')
@RequiresSession('help')
@Controller('api/admin/connections/:id')
export class ConnectionChangesController {
  constructor(
    private readonly connections: ReadConnections,
    private readonly changes: ChangeConnection,
    private readonly syncs: RequestSyncs,
  ) {}

  /**
   * Disconnect a connection
   * @remarks Its records are kept but hidden, and it is not called any more. It can be reconnected until `grace_deadline`.
   */
  @Post('disconnect')
  @HttpCode(HttpStatus.OK)
  @ApiOkResponse({
    type: FullConnection,
    description: 'The connection, disconnected',
    ...written({ ...exampleConnection, ...exampleDisconnectedShop }),
  })
  @ApiProblems('conflict')
  async disconnectConnection(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string): Promise<FullConnection> {
    const move = { trigger: 'disconnection', actor: `administrator:${user.id}` } as const;
    await this.changes.stop(id, move, auditedChange(user, 'connection.disconnect'));
    return this.connections.showFull(id);
  }

  /**
   * Reconnect a connection
   * @remarks For one that is disconnected or failing. Its stored credentials are verified with the shop first; when that fails (422),
   * everything stays as it is.
   * @returns The connection, active again
   */
  @Post('reconnect')
  @HttpCode(HttpStatus.OK)
  @ApiProblems('conflict', 'verification-failed')
  async reconnectConnection(@RequestUser() user: SignedInUser, @ConnectionId('id') id: string): Promise<FullConnection> {
    await this.changes.reconnect(id, `administrator:${user.id}`, auditedChange(user, 'connection.reconnect'));
    return this.connections.showFull(id);
  }

  /**
   * Replace a connection's credentials
   * @remarks Super administrators only. The new ones are verified with the shop, then stored, and the connection is active afterwards. Its
   * id and its records stay.
   * @returns The connection, active
   */
  @Put('credentials')
  @RequiresSession('administer')
  @ApiProblems('conflict', 'verification-failed')
  async replaceConnectionCredentials(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Body() { credentials }: RenewCredentialsInput,
  ): Promise<FullConnection> {
    const alongside = auditedChange(user, 'connection.renew_credentials');
    await this.changes.renewCredentials(id, credentials, `administrator:${user.id}`, alongside);
    return this.connections.showFull(id);
  }

  /**
   * Request a sync
   * @remarks Starts one run per capability; a capability whose run is still open returns that run. 409 unless the connection is active, 422
   * for a capability that it may not import now.
   * @returns One run per capability
   */
  @Post('syncs')
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiBody({ required: false, type: RequestSyncsInput })
  @ApiProblems('conflict')
  async requestConnectionSyncs(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Body() input: RequestSyncsInput,
  ): Promise<RequestedSyncs> {
    return { data: await this.syncs.request(id, input, { alongside: auditedChange(user, 'connection.sync') }) };
  }

  /**
   * Uninstall a connection
   * @remarks Super administrators only. Deletes the connection and all its data at once, in any status. It cannot be undone.
   * @returns Everything is deleted, including its tokens
   */
  @Post('uninstall')
  @RequiresSession('administer')
  @HttpCode(HttpStatus.NO_CONTENT)
  async uninstallConnection(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Body() { reason }: ReasonInput,
  ): Promise<void> {
    await this.changes.uninstall(id, `administrator:${user.id}`, auditedChange(user, 'connection.uninstall', reason));
  }

  /**
   * Erase a retired connection
   * @remarks Super administrators only. For one that a newer connection to the same shop replaced (`inactive`): deletes it with its records
   * at once. 409 in any other status.
   * @returns Everything is deleted
   */
  @Post('erase')
  @RequiresSession('administer')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiProblems('conflict')
  async eraseRetiredConnection(
    @RequestUser() user: SignedInUser,
    @ConnectionId('id') id: string,
    @Body() { reason }: ReasonInput,
  ): Promise<void> {
    await this.changes.eraseRetired(id, `administrator:${user.id}`, auditedChange(user, 'connection.erase', reason));
  }
}
