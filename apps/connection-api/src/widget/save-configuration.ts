import { Injectable } from '@nestjs/common';
import { lockConnection, System, SystemConnection, type ConnectionConfiguration } from '@sync/domain';
import { DurableWork, type Enqueue } from '@sync/durable-work';
import { validateConfiguration } from '@sync/integration-contract';
import { currentRequestId, Problem } from '@sync/service-runtime';
import type { EntityManager } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { ConnectionMutex } from '../access/connection-mutex';
import { configurationSchema } from './configuration-schema';
import type { SavedConfiguration } from './widget-input';

@Injectable()
export class SaveConfiguration {
  constructor(
    private readonly mutex: ConnectionMutex,
    private readonly work: DurableWork,
  ) {}

  /** Replaces the submitted fields and keeps the others; a single invalid field rejects the whole save. Saving an active connection rederives its tenant's sync rules. */
  async save({ connectionId }: Caller, submitted: Record<string, unknown>): Promise<SavedConfiguration> {
    const save = async (manager: EntityManager, enqueue: Enqueue) => {
      const connection = await lock(manager, connectionId);
      const merged = merge(connection, submitted);
      await manager.update(SystemConnection, { id: connectionId }, { configuration: merged });
      await enqueueDerivation(enqueue, connection);
      return { configuration: merged };
    };
    return this.mutex.runExclusive(connectionId, () => this.work.transaction(save));
  }
}

async function enqueueDerivation(enqueue: Enqueue, { id, status, tenantId }: SystemConnection): Promise<void> {
  if (status !== 'active' || tenantId === null) return;
  await enqueue('derive-sync-rules', { tenantId, thenSync: null }, { systemConnectionId: id, requestId: currentRequestId() });
}

/** Serialises concurrent saves, because merging is read-modify-write. */
async function lock(manager: EntityManager, id: string): Promise<SystemConnection> {
  const connection = await lockConnection(manager, id);
  // Deleted after its token was checked.
  if (!connection) throw unknownToken();
  connection.system = connection.systemId === null ? null : await manager.findOneByOrFail(System, { id: connection.systemId });
  return connection;
}

function merge(connection: SystemConnection, submitted: Record<string, unknown>): ConnectionConfiguration {
  const schema = configurationSchema(connection) ?? { fields: [] };
  const { configuration, errors } = validateConfiguration(schema, connection.configuration, submitted);
  if (errors) throw Problem.invalid(errors);
  return configuration as ConnectionConfiguration;
}
