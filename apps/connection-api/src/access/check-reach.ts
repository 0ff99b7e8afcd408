import { SystemConnection } from '@sync/domain';
import { noSuchConnection, reachOf, requireConnectionId, type RouteGroup } from '@sync/http-api';
import { Problem } from '@sync/service-runtime';
import type { DataSource } from 'typeorm';
import { refuseDirect } from '../connections/refuse-direct';
import { tenantOf, type Caller } from './caller';

/** Path parameters that name a connection. */
const connectionParameters = ['id', 'connection_id'];

/** The one connection that a list shows to the caller's token. Undefined: every connection of its tenant. */
export function onlyListed(caller: Caller, group: 'list' | 'widget list'): string | undefined {
  return reachOf(caller.tokenName, group) === 'tenant' ? undefined : caller.connectionId;
}

/** Throws Problem: 403 if the caller's token may not use these routes, 404 if it may not reach the connection in the path. */
export async function checkReach(
  dataSource: DataSource,
  caller: Caller,
  group: RouteGroup,
  parameters: Readonly<Record<string, string>> = {},
): Promise<void> {
  const reach = reachOf(caller.tokenName, group);
  if (reach === null) throw new Problem('forbidden', `A token of the kind ${caller.tokenName} does not allow this.`);
  const named = connectionParameters.map((name) => parameters[name]).find((id) => id !== undefined);
  if (named === undefined) return;
  if (reach === 'own' && named.toLowerCase() !== caller.connectionId) throw noSuchConnection();
  if (reach === 'shops') await requireShop(dataSource, caller, named);
}

/** Throws Problem unless the connection is a shop of the caller's tenant: 404 for another tenant's, 409 for a direct system's. */
async function requireShop(dataSource: DataSource, caller: Caller, id: string): Promise<void> {
  requireConnectionId(id);
  const where = { id, tenantId: tenantOf(caller) };
  const connection = await dataSource.manager.findOne(SystemConnection, { select: { id: true, systemId: true }, where });
  if (!connection) throw noSuchConnection();
  await refuseDirect(dataSource, connection);
}
