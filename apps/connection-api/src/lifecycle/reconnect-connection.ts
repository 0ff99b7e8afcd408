import { Injectable, Logger } from '@nestjs/common';
import { lockConnection, moveConnection, nextStatus, SystemConnection } from '@sync/domain';
import { DurableWork, type Enqueue } from '@sync/durable-work';
import { currentRequestId, Problem } from '@sync/service-runtime';
import { DataSource, type EntityManager } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { ConnectionMutex } from '../access/connection-mutex';
import { ConnectionApiConfiguration } from '../configuration';
import type { ConnectionRepresentation } from '../connections/connection-representation';
import { PresentConnections } from '../connections/present-connections';
import { verificationFailed, VerifyCredentials } from '../connections/verify-credentials';
import { refuseIllegalMove } from './refuse-illegal-move';

@Injectable()
export class ReconnectConnection {
  private readonly logger = new Logger('ReconnectConnection');

  constructor(
    private readonly dataSource: DataSource,
    private readonly mutex: ConnectionMutex,
    private readonly work: DurableWork,
    private readonly credentials: VerifyCredentials,
    private readonly presenter: PresentConnections,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /**
   * Reactivates a disconnected or failing connection after verifying its stored credentials against the live shop. Of concurrent requests
   * one makes the transition, and all of them get the active connection. Throws Problem.
   */
  async reconnect({ connectionId }: Caller): Promise<ConnectionRepresentation> {
    const before = await this.find(connectionId);
    this.checkAllowed(before);
    const externalUserId = await this.verify(before);
    const activate = async (manager: EntityManager, enqueue: Enqueue): Promise<void> => {
      const connection = await lockConnection(manager, connectionId);
      if (!connection) throw unknownToken();
      if (connection.status === 'active') return;
      if (connection.status !== before.status || connection.sealedCredentials !== before.sealedCredentials) throw changedConcurrently();
      this.checkAllowed(connection);
      await moveConnection(manager, connection, { trigger: 'reconnection', actor: `widget:${connectionId}` }, { externalUserId });
      await enqueueFirstSync(enqueue, connection);
    };
    await this.mutex.runExclusive(connectionId, () => this.work.transaction(activate));
    return this.presenter.presentStored(connectionId);
  }

  private async find(id: string): Promise<SystemConnection> {
    const connection = await this.dataSource.manager
      .createQueryBuilder(SystemConnection, 'connection')
      .addSelect('connection.sealedCredentials')
      .leftJoinAndSelect('connection.system', 'system')
      .where('connection.id = :id', { id })
      .getOne();
    if (!connection) throw unknownToken();
    return connection;
  }

  private checkAllowed(connection: SystemConnection): void {
    try {
      nextStatus(connection.status, 'reconnection');
    } catch (error) {
      refuseIllegalMove(error);
    }
    if (connection.tenantId === null)
      throw new Problem('validation-failed', 'No company has claimed this connection. Register the shop again.');
    const { disconnectedGraceDays } = this.configuration;
    const deadline = connection.graceDeadline(disconnectedGraceDays);
    if (deadline === null || connection.withinGracePeriod(disconnectedGraceDays, new Date())) return;
    throw new Problem('forbidden', `This connection could be reconnected until ${deadline.toISOString()}.`);
  }

  /** Returns the id of the account. A direct system has no credentials to verify. */
  private async verify(connection: SystemConnection): Promise<string | null> {
    if (connection.system?.isDirect) return connection.externalUserId;
    const externalUserId = await this.credentials.verifyStored(connection);
    const { id, externalUserId: known } = connection;
    // A different account now uses this address. Its records must not mix with the old ones.
    if (externalUserId !== null && known !== null && externalUserId !== known)
      throw verificationFailed(this.logger, { connectionId: id, reason: 'the account is not the one connected before' });
    return externalUserId ?? known;
  }
}

/** The same task as after any activation. */
async function enqueueFirstSync(enqueue: Enqueue, { id, tenantId }: SystemConnection): Promise<void> {
  if (tenantId === null) return;
  await enqueue('derive-sync-rules', { tenantId, thenSync: id }, { systemConnectionId: id, requestId: currentRequestId() });
}

function changedConcurrently(): Problem {
  return new Problem('conflict', 'The connection changed while it was verified. Check its status and try again.');
}
