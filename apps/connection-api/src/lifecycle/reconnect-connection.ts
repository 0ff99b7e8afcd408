import { Injectable, Logger } from '@nestjs/common';
import { lockConnection, moveConnection, nextStatus, SystemConnection } from '@sync/domain';
import { DurableWork, type Enqueue } from '@sync/durable-work';
import { currentRequestId, Problem } from '@sync/service-runtime';
import { DataSource, type EntityManager } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { ConnectionTurns } from '../access/connection-turns';
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
    private readonly turns: ConnectionTurns,
    private readonly work: DurableWork,
    private readonly credentials: VerifyCredentials,
    private readonly presenter: PresentConnections,
    private readonly configuration: ConnectionApiConfiguration,
  ) {}

  /**
   * Brings a connection back that its shop had ended or whose breaker had opened, after its stored credentials were verified
   * against the live shop. Of several at once one has the effect, and all get the active connection. Throws Problem.
   */
  async reconnect({ connectionId }: Caller): Promise<ConnectionRepresentation> {
    const before = await this.find(connectionId);
    this.checkAllowed(before);
    const externalUserId = await this.verify(before);
    const takeUp = async (manager: EntityManager, enqueue: Enqueue): Promise<void> => {
      const connection = await lockConnection(manager, connectionId);
      if (!connection) throw unknownToken();
      if (connection.status === 'active') return;
      if (connection.status !== before.status || connection.sealedCredentials !== before.sealedCredentials) throw changedMeanwhile();
      this.checkAllowed(connection);
      await moveConnection(manager, connection, { trigger: 'reconnection', actor: `widget:${connectionId}` }, { externalUserId });
      await enqueueFirstSync(enqueue, connection);
    };
    await this.turns.take(connectionId, () => this.work.transaction(takeUp));
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
    throw new Problem('forbidden', `The time in which this connection could come back ended at ${deadline.toISOString()}.`);
  }

  /** Returns the account's identifier. A direct system has no plugin and no credentials: there is nothing to verify. */
  private async verify(connection: SystemConnection): Promise<string | null> {
    if (connection.system?.isDirect) return connection.externalUserId;
    const externalUserId = await this.credentials.verifyStored(connection);
    const { id, externalUserId: known } = connection;
    // Another account answers at this address now: its records must not be mixed with those of the one before.
    if (externalUserId !== null && known !== null && externalUserId !== known)
      throw verificationFailed(this.logger, { connectionId: id, reason: 'they belong to another account than before' });
    return externalUserId ?? known;
  }
}

/** As after each activation. */
async function enqueueFirstSync(enqueue: Enqueue, { id, tenantId }: SystemConnection): Promise<void> {
  if (tenantId === null) return;
  await enqueue('derive-sync-rules', { tenantId, thenSync: id }, { systemConnectionId: id, requestId: currentRequestId() });
}

function changedMeanwhile(): Problem {
  return new Problem('conflict', 'The connection was changed while it was verified. Look at its status and ask again.');
}
