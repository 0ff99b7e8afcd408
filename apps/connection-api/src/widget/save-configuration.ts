import { Injectable } from '@nestjs/common';
import { lockConnection, System, SystemConnection, type ConnectionConfiguration } from '@sync/domain';
import { DurableWork, type Enqueue } from '@sync/durable-work';
import { validateConfiguration } from '@sync/integration-contract';
import { currentRequestId, Problem } from '@sync/service-runtime';
import type { EntityManager } from 'typeorm';
import { unknownToken } from '../access/bearer-token';
import type { Caller } from '../access/caller';
import { ConnectionTurns } from '../access/connection-turns';
import { configurationSchema } from './configuration-schema';
import type { SavedConfiguration } from './widget-input';

@Injectable()
export class SaveConfiguration {
  constructor(
    private readonly turns: ConnectionTurns,
    private readonly work: DurableWork,
  ) {}

  /** Submitted fields replace, others stay; one that is not valid, and nothing is stored. While the connection is active, its tenant's rules are derived anew on every save. */
  async save({ connectionId }: Caller, submitted: Record<string, unknown>): Promise<SavedConfiguration> {
    const save = async (manager: EntityManager, enqueue: Enqueue) => {
      const connection = await lock(manager, connectionId);
      const merged = merge(connection, submitted);
      await manager.update(SystemConnection, { id: connectionId }, { configuration: merged });
      await enqueueDerivation(enqueue, connection);
      return { configuration: merged };
    };
    return this.turns.take(connectionId, () => this.work.transaction(save));
  }
}

async function enqueueDerivation(enqueue: Enqueue, { id, status, tenantId }: SystemConnection): Promise<void> {
  if (status !== 'active' || tenantId === null) return;
  await enqueue('derive-sync-rules', { tenantId, thenSync: null }, { systemConnectionId: id, requestId: currentRequestId() });
}

/** Two saves at once take turns, or the second would put back what the first replaced. */
async function lock(manager: EntityManager, id: string): Promise<SystemConnection> {
  const connection = await lockConnection(manager, id);
  // Removed since its token was checked.
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
