import { Injectable } from '@nestjs/common';
import { ActivateAgain, disconnectConnection, saveConfiguration, uninstallConnection } from '@sync/connections';
import type { Actor, ConnectionConfiguration, Credentials } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { currentRequestId } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { ConnectionMutex } from './connection-mutex';

/**
 * Changes one connection for a widget or a caller, one change of a connection at a time. The actor is stored with each transition.
 * Throws what the use cases of @sync/connections throw; TranslateRefusals makes problems of it.
 */
@Injectable()
export class ChangeConnection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mutex: ConnectionMutex,
    private readonly work: DurableWork,
    private readonly activation: ActivateAgain,
  ) {}

  async disconnect(id: string, actor: Actor): Promise<void> {
    await this.mutex.runExclusive(id, () => disconnectConnection(this.dataSource, id, actor));
  }

  async reconnect(id: string, actor: Actor): Promise<void> {
    await this.activation.reconnect(id, { actor, requestId: currentRequestId() });
  }

  async renewCredentials(id: string, credentials: Credentials, actor: Actor): Promise<void> {
    await this.activation.renewCredentials(id, credentials, { actor, requestId: currentRequestId() });
  }

  /** Deletes the connection and all its data at once. Idempotent. */
  async uninstall(id: string, actor: Actor): Promise<void> {
    await this.mutex.runExclusive(id, () => uninstallConnection(this.dataSource, id, actor));
  }

  saveConfiguration(id: string, submitted: Record<string, unknown>): Promise<ConnectionConfiguration> {
    return this.mutex.runExclusive(id, () => saveConfiguration(this.work, id, submitted, currentRequestId()));
  }
}
