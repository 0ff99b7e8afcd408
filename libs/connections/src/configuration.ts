import { type ConnectionConfiguration, lockConnection, noteCallerEvent, RefusedValues, System, SystemConnection } from '@sync/domain';
import { deleteWaitingTasks, type DurableWork, type Enqueue } from '@sync/durable-work';
import { configurationOffers, validateConfiguration, type ConfigurationSchema } from '@sync/integration-contract';
import { bringSyncsForward } from '@sync/sync-runs';
import type { DataSource, EntityManager } from 'typeorm';
import type { Alongside } from './alongside';
import { connectionGone, ConnectionRefused } from './connection-refused';

export interface OfferedConfiguration {
  /** Null: there is nothing to configure, or the system is not known yet. */
  schema: ConfigurationSchema | null;
  configuration: ConnectionConfiguration;
}

export interface SaveOptions {
  requestId?: string;
  alongside?: Alongside;
  /** Whether the save still applies to what is stored. Undefined: it always does. */
  isCurrent?: (stored: ConnectionConfiguration) => boolean;
}

/** Throws ConnectionRefused: `gone`. */
export async function readConfiguration(dataSource: DataSource, id: string): Promise<OfferedConfiguration> {
  const connection = await dataSource.manager.findOne(SystemConnection, { where: { id }, relations: { system: true } });
  if (!connection) throw connectionGone();
  return { schema: schemaOf(connection), configuration: connection.configuration ?? {} };
}

/**
 * Replaces the submitted fields and keeps the others; a single invalid field rejects the whole save. Saving an active connection derives
 * its tenant's sync rules again. Throws RefusedValues, and ConnectionRefused: `gone`, `stale`.
 */
export async function saveConfiguration(
  work: DurableWork,
  id: string,
  submitted: Record<string, unknown>,
  { requestId, alongside, isCurrent }: SaveOptions = {},
): Promise<ConnectionConfiguration> {
  return work.transaction(async (manager, enqueue) => {
    const connection = await lock(manager, id);
    if (isCurrent?.(connection.configuration ?? {}) === false)
      throw new ConnectionRefused('stale', 'The settings have changed since they were read. Read them again.');
    const { configuration, errors } = validateConfiguration(schemaOf(connection) ?? { fields: [] }, connection.configuration, submitted);
    if (errors) throw new RefusedValues(errors);
    await manager.update(SystemConnection, { id }, { configuration: configuration as ConnectionConfiguration });
    const { status, tenantId } = connection;
    if (status === 'active') await bringSyncsForward(manager, [id]);
    await alongside?.(manager, {
      id: connection.id,
      tenantId,
      before: { configuration: connection.configuration },
      after: { configuration },
    });
    if (tenantId !== null)
      await noteCallerEvent(manager, { tenantId, type: 'configuration.saved', connectionId: id, data: { connection_id: id } });
    if (status === 'active' && tenantId !== null) await deriveRules(manager, enqueue, { tenantId, systemConnectionId: id, requestId });
    return configuration as ConnectionConfiguration;
  });
}

/** One task for all saves of the connection that no worker has seen yet. */
async function deriveRules(
  manager: EntityManager,
  enqueue: Enqueue,
  { tenantId, ...task }: { tenantId: string; systemConnectionId: string; requestId?: string },
): Promise<void> {
  const payload = { tenantId, thenSync: null };
  await deleteWaitingTasks(manager, 'derive-sync-rules', payload, task.systemConnectionId);
  await enqueue('derive-sync-rules', payload, task);
}

/** Serialises concurrent saves, because merging is read-modify-write. */
async function lock(manager: EntityManager, id: string): Promise<SystemConnection> {
  const connection = await lockConnection(manager, id);
  if (!connection) throw connectionGone();
  connection.system = connection.systemId === null ? null : await manager.findOneByOrFail(System, { id: connection.systemId });
  return connection;
}

function schemaOf({ system }: Pick<SystemConnection, 'system'>): ConfigurationSchema | null {
  const owner = system?.configurationSchemaOwner ?? null;
  return owner === null ? null : (configurationOffers[owner]?.schema ?? null);
}
