import { isSameSealedValue } from '@sync/credentials';
import { lockConnection, moveConnection, type ConnectionConfiguration, type Move, type SystemConnection } from '@sync/domain';
import type { DurableWork } from '@sync/durable-work';
import { ConnectionToken, countTokens } from '@sync/identity';
import { openShop } from '@sync/record-store';
import { bringSyncsForward } from '@sync/sync-runs';
import type { EntityManager } from 'typeorm';
import { checkAccessLater } from './check-access-later';
import { tokenRefused, type PendingConnection } from './pending-connections';
import { lockActivations, retireOlder } from './retire-older';

type Values = Pick<SystemConnection, 'externalUserId' | 'meta'> &
  Partial<Pick<SystemConnection, 'systemId' | 'baseUrl' | 'storeBase' | 'name' | 'sealedCredentials'>>;

export interface Activation extends PendingConnection {
  move: Move<'caller finalisation' | 'plugin finalisation'>;
  tenantId: string;
  /** From the verification and the request. */
  values: Values;
  /** Of the system's form, for unset fields. Null: the system has no form. */
  defaults?: ConnectionConfiguration | null;
  requestId?: string;
}

/**
 * Finalises a verified handshake in one transaction: activates the connection, consumes the token, retires the tenant's older connection
 * to the same shop and records the task that derives rules and starts the first sync. Of concurrent requests with one token exactly one
 * wins, because each step requires the state seen before verification. Throws ConnectionRefused, `token`, for the others.
 * `also` belongs to the same transaction.
 */
export async function activatePendingConnection<T>(
  work: DurableWork,
  activation: Activation,
  also: (manager: EntityManager) => Promise<T>,
): Promise<T> {
  return work.transaction(async (manager, enqueue) => {
    const { tenantId, move, requestId } = activation;
    await lockActivations(manager, tenantId);
    const connection = await activateConnection(manager, activation);
    await consumeToken(manager, activation.tokenHash);
    await openShop(manager, connection.id);
    await bringSyncsForward(manager, [connection.id]);
    await retireOlder(manager, enqueue, connection, move.actor);
    await enqueue('derive-sync-rules', { tenantId, thenSync: connection.id }, { systemConnectionId: connection.id, requestId });
    await checkAccessLater(manager, enqueue, connection.id, requestId);
    return also(manager);
  });
}

async function activateConnection(manager: EntityManager, { connection: verified, move, tenantId, values, defaults }: Activation) {
  const connection = await lockConnection(manager, verified.id);
  const isUnchanged =
    connection?.status === 'pending' &&
    connection.tenantId === verified.tenantId &&
    isSameSealedValue(connection.sealedCredentials, verified.sealedCredentials);
  if (!isUnchanged) throw tokenRefused();
  const configuration = defaults ? { ...defaults, ...connection.configuration } : connection.configuration;
  await moveConnection(manager, connection, move, { ...values, configuration, tenantId });
  return connection;
}

async function consumeToken(manager: EntityManager, tokenHash: Buffer): Promise<void> {
  const { affected } = await manager
    .createQueryBuilder()
    .update(ConnectionToken)
    .set({ usedAt: () => 'now()' })
    .where('token_hash = :tokenHash and used_at is null and expires_at > now()', { tokenHash })
    .execute();
  if (affected !== 1) throw tokenRefused();
  countTokens('connection', 'used');
}
