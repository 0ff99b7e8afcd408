import { deleteSyncRulesOf, deleteWebhookEndpointsOf } from '@sync/domain';
import { deleteInBatches, type SqlRunner } from '@sync/postgres';
import type { EntityManager } from 'typeorm';
import { AccessToken } from './access-token.entity';
import { ConnectionToken } from './connection-token.entity';
import { countTokens } from './token-metrics';

/** A pending connection's tokens show whether it is still in use, and go with it. */
const oldConnectionTokens = `
  select token.id from connection_tokens token
  where least(token.used_at, token.expires_at) < now() - interval '1 day'
    and not exists (select from system_connections connection where connection.id = token.system_connection_id and connection.status = 'pending')`;

export async function deleteOldConnectionTokens(sql: SqlRunner, signal: AbortSignal): Promise<number> {
  const unused = { condition: 'used_at is null', count: (rows: number) => countTokens('connection', 'expired', rows) };
  return deleteInBatches(sql, 'connection_tokens', oldConnectionTokens, signal, { notable: unused });
}

const expiredAccessTokens = 'select id from access_tokens where expires_at <= now()';

/** They authenticate no request any more. */
export async function deleteExpiredAccessTokens(sql: SqlRunner, signal: AbortSignal): Promise<number> {
  const expired = await deleteInBatches(sql, 'access_tokens', expiredAccessTokens, signal);
  countTokens('access', 'expired', expired);
  return expired;
}

/** Deletes the tokens, sync rules and webhook endpoints of a connection, in the transaction that ends it. */
export async function removeAccess(manager: EntityManager, connectionId: string): Promise<void> {
  await deleteSyncRulesOf(manager, connectionId);
  await deleteWebhookEndpointsOf(manager, connectionId);
  await manager.delete(ConnectionToken, { systemConnectionId: connectionId });
  await manager.delete(AccessToken, { systemConnectionId: connectionId });
}
