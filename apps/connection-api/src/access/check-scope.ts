import { noSuchConnection } from '@sync/http-api';
import { Problem } from '@sync/service-runtime';
import type { Caller } from './caller';
import { tokenScopes, type Reach, type RouteGroup } from './token-scopes';

/** Path parameters that name a connection. */
const connectionParameters = ['id', 'connection_id'];

/** How far the caller's token reaches in these routes; a token of an unknown kind reaches nothing. */
export function reachOf({ tokenName }: Caller, group: RouteGroup): Reach {
  const scopes: Partial<Record<string, Record<RouteGroup, Reach>>> = tokenScopes;
  return scopes[tokenName]?.[group] ?? 'none';
}

/** The one connection that lists show to the caller's token. Undefined: every connection of its tenant. */
export function onlyListed(caller: Caller): string | undefined {
  return reachOf(caller, 'list') === 'tenant' ? undefined : caller.connectionId;
}

/** Throws Problem: 403 if the caller's token may not use these routes, 404 if it may not reach the connection in the path. */
export function checkScope(caller: Caller, group: RouteGroup, parameters: Readonly<Record<string, string>> = {}): void {
  const reach = reachOf(caller, group);
  if (reach === 'none') throw new Problem('forbidden', `A token of the kind ${caller.tokenName} does not allow this.`);
  const named = connectionParameters.map((name) => parameters[name]).find((id) => id !== undefined);
  if (reach === 'own' && named !== undefined && named.toLowerCase() !== caller.connectionId) throw noSuchConnection();
}
