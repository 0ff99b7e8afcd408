import { Injectable } from '@nestjs/common';
import {
  ActivateAgain,
  editConnection,
  eraseRetiredConnection,
  saveConfiguration,
  stopConnectionNow,
  uninstallConnection,
  type Alongside,
  type ConnectionEdit,
  type NewAddress,
  type SaveOptions,
  type StopTrigger,
} from '@sync/connections';
import type { Credentials } from '@sync/credentials';
import type { Actor, ConnectionConfiguration, Move } from '@sync/domain';
import { DurableWork } from '@sync/durable-work';
import { currentRequestId } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { ConnectionMutex } from './connection-mutex';

/**
 * Changes one connection for a widget or a caller, one change of a connection at a time. The actor is stored with each transition; `alongside` belongs to the change's transaction.
 * Throws what the use cases of @sync/connections throw; translateRefusal makes problems of it.
 */
@Injectable()
export class ChangeConnection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mutex: ConnectionMutex,
    private readonly work: DurableWork,
    private readonly activation: ActivateAgain,
  ) {}

  /** Keeps its data and credentials, but no longer serves them. */
  async stop(id: string, move: Move<StopTrigger>, alongside?: Alongside): Promise<void> {
    await this.mutex.runExclusive(id, () => stopConnectionNow(this.dataSource, id, move, alongside));
  }

  async reconnect(id: string, actor: Actor, alongside?: Alongside): Promise<void> {
    await this.activation.reconnect(id, { actor, requestId: currentRequestId(), alongside });
  }

  async renewCredentials(id: string, credentials: Credentials, actor: Actor, alongside?: Alongside): Promise<void> {
    await this.activation.renewCredentials(id, credentials, { actor, requestId: currentRequestId(), alongside });
  }

  async moveShop(id: string, address: NewAddress, actor: Actor): Promise<void> {
    await this.activation.moveShop(id, address, { actor, requestId: currentRequestId() });
  }

  /** Deletes the connection and all its data at once. Idempotent. */
  async uninstall(id: string, actor: Actor, alongside?: Alongside): Promise<void> {
    await this.mutex.runExclusive(id, () => uninstallConnection(this.dataSource, id, actor, alongside));
  }

  /** Uninstalls a connection that a newer one replaced. */
  async eraseRetired(id: string, actor: Actor, alongside?: Alongside): Promise<void> {
    await this.mutex.runExclusive(id, () => eraseRetiredConnection(this.dataSource, id, actor, alongside));
  }

  async edit(id: string, edit: ConnectionEdit, alongside?: Alongside): Promise<void> {
    await this.mutex.runExclusive(id, () => editConnection(this.dataSource, id, edit, alongside));
  }

  saveConfiguration(
    id: string,
    submitted: Record<string, unknown>,
    options: Omit<SaveOptions, 'requestId'> = {},
  ): Promise<ConnectionConfiguration> {
    return this.mutex.runExclusive(id, () => saveConfiguration(this.work, id, submitted, { requestId: currentRequestId(), ...options }));
  }
}
