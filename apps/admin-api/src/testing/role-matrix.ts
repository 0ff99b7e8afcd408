/** Connections as a support user meets them, in the order of the cells of a row. */
export const connectionKinds = ['supported', 'unsupported', 'foreign', 'unclaimed', 'without a system'] as const;

type Cells = readonly [supported: number, unsupported: number, foreign: number, unclaimed: number, withoutSystem: number];

/** A route about one connection, which is active: the status of a response for each kind of connection. */
export interface ConnectionRow {
  /**
   * `{id}` is the connection, `{run}` an open sync run of it, `{task}` a failed task of it. `{unknown}` is a UUID of nothing, `{orders}` and
   * `{source}` name a record that is not stored.
   */
  route: string;
  body?: object;
  superAdmin: Cells;
  support: Cells;
}

/** Any other route: the status for each role. */
export interface PlainRow {
  /** `{own}` and `{foreign}` are tenants, `{system}` is a direct system, `{user}` another support user, `{unknown}` a UUID of nothing. */
  route: string;
  body?: object;
  superAdmin: number;
  support: number;
  /** The request ends the session that it is made with. */
  endsSession?: true;
}

const everywhere = (status: number): Cells => [status, status, status, status, status];
/** A support user acts only where it sees all of the connection. */
const inFull = (status: number): Cells => [status, 403, 404, 404, 404];
/** For super administrators only, on any connection. */
const never = everywhere(403);

const reason = 'The company closed this shop.';
const configuration = { direction: 'outgoing', data_types: ['orders'], frequency: 'daily' };
const at = '/api/admin/connections/{id}';

export const connectionRows: readonly ConnectionRow[] = [
  { route: `GET ${at}`, superAdmin: everywhere(200), support: [200, 200, 404, 404, 404] },
  { route: `GET ${at}/timeline`, superAdmin: everywhere(200), support: inFull(200) },
  { route: `GET ${at}/configuration`, superAdmin: everywhere(200), support: inFull(200) },
  // Without a system there is nothing to configure.
  { route: `PATCH ${at}/configuration`, body: { configuration }, superAdmin: [200, 200, 200, 200, 422], support: inFull(200) },
  { route: `POST ${at}/disconnect`, superAdmin: everywhere(200), support: inFull(200) },
  // It is active already.
  { route: `POST ${at}/reconnect`, superAdmin: everywhere(409), support: inFull(409) },
  // Nothing may be imported without sync rules.
  { route: `POST ${at}/syncs`, superAdmin: everywhere(422), support: inFull(422) },
  { route: `POST ${at}/preview-tokens`, superAdmin: everywhere(201), support: inFull(201) },
  { route: `GET ${at}/preview-tokens`, superAdmin: everywhere(200), support: inFull(200) },
  { route: `DELETE ${at}/preview-tokens/{unknown}`, superAdmin: everywhere(404), support: inFull(404) },
  { route: `PATCH ${at}`, body: { name: 'Tea shop' }, superAdmin: everywhere(200), support: never },
  // It is no direct system.
  { route: `POST ${at}/access-tokens`, superAdmin: everywhere(409), support: never },
  // No such shop confirms them.
  { route: `PUT ${at}/credentials`, body: { credentials: {} }, superAdmin: everywhere(422), support: never },
  { route: `POST ${at}/uninstall`, body: { reason }, superAdmin: everywhere(204), support: never },
  // It is not retired.
  { route: `POST ${at}/erase`, body: { reason }, superAdmin: everywhere(409), support: never },
  { route: `GET ${at}/records`, superAdmin: everywhere(200), support: inFull(200) },
  { route: `GET ${at}/records/{orders}/{source}`, superAdmin: everywhere(404), support: inFull(404) },
  // Nothing may be imported without sync rules.
  { route: `POST ${at}/records/{orders}/{source}/refetch`, superAdmin: everywhere(422), support: inFull(422) },
  { route: `GET ${at}/refetches/{unknown}`, superAdmin: everywhere(404), support: inFull(404) },
  // It has no credentials.
  { route: `POST ${at}/doctor-runs`, superAdmin: everywhere(409), support: inFull(409) },
  { route: `GET ${at}/doctor-runs`, superAdmin: everywhere(200), support: inFull(200) },
  { route: `GET ${at}/doctor-runs/{unknown}`, superAdmin: everywhere(404), support: inFull(404) },
  { route: 'GET /api/admin/sync-runs/{run}', superAdmin: everywhere(200), support: inFull(200) },
  // It holds nothing back.
  { route: 'POST /api/admin/sync-runs/{run}/confirm-deletions', body: { reason }, superAdmin: everywhere(409), support: inFull(409) },
  { route: 'POST /api/admin/sync-runs/{run}/cancel', superAdmin: everywhere(200), support: inFull(200) },
  { route: 'GET /api/admin/failed-tasks/{task}', superAdmin: everywhere(200), support: inFull(200) },
  { route: 'POST /api/admin/failed-tasks/{task}/payload', body: { reason }, superAdmin: everywhere(200), support: never },
  { route: 'POST /api/admin/failed-tasks/{task}/retry', superAdmin: everywhere(204), support: inFull(204) },
  { route: 'DELETE /api/admin/failed-tasks/{task}', body: { reason }, superAdmin: everywhere(204), support: never },
];

export const plainRows: readonly PlainRow[] = [
  { route: 'GET /api/admin/connections', superAdmin: 200, support: 200 },
  { route: 'POST /api/admin/connections', body: {}, superAdmin: 422, support: 403 },
  { route: 'POST /api/admin/shop-examinations', body: {}, superAdmin: 422, support: 403 },
  { route: 'GET /api/admin/tenants', superAdmin: 200, support: 200 },
  { route: 'GET /api/admin/tenants/{own}', superAdmin: 200, support: 200 },
  { route: 'GET /api/admin/tenants/{foreign}', superAdmin: 200, support: 404 },
  { route: 'POST /api/admin/tenants', body: { name: 'Keen Valley' }, superAdmin: 201, support: 403 },
  { route: 'PATCH /api/admin/tenants/{own}', body: { name: 'Keen Valley' }, superAdmin: 200, support: 403 },
  { route: 'DELETE /api/admin/tenants/{foreign}', superAdmin: 204, support: 403 },
  { route: 'GET /api/admin/systems', superAdmin: 200, support: 200 },
  { route: 'GET /api/admin/systems/{system}', superAdmin: 200, support: 200 },
  { route: 'POST /api/admin/systems', body: {}, superAdmin: 422, support: 403 },
  { route: 'PATCH /api/admin/systems/{system}', body: { name: 'Loyalty' }, superAdmin: 200, support: 403 },
  { route: 'DELETE /api/admin/systems/{system}', superAdmin: 204, support: 403 },
  { route: 'GET /api/admin/sync-rules', superAdmin: 200, support: 200 },
  { route: 'GET /api/admin/sync-rules/{unknown}', superAdmin: 404, support: 404 },
  { route: 'POST /api/admin/sync-rules', body: {}, superAdmin: 422, support: 403 },
  { route: 'PATCH /api/admin/sync-rules/{unknown}', body: { is_active: true }, superAdmin: 404, support: 403 },
  { route: 'DELETE /api/admin/sync-rules/{unknown}', superAdmin: 404, support: 403 },
  { route: 'GET /api/admin/sync-runs', superAdmin: 200, support: 200 },
  { route: 'GET /api/admin/failed-tasks', superAdmin: 200, support: 200 },
  { route: 'POST /api/admin/failed-tasks/retry', body: { queue: 'sync-rules' }, superAdmin: 200, support: 200 },
  { route: 'POST /api/admin/failed-tasks/discard', body: { queue: 'sync-rules', reason }, superAdmin: 200, support: 403 },
  { route: 'GET /api/admin/dashboard', superAdmin: 200, support: 200 },
  { route: 'GET /api/admin/users', superAdmin: 200, support: 403 },
  { route: 'POST /api/admin/users', body: {}, superAdmin: 422, support: 403 },
  { route: 'GET /api/admin/users/{user}', superAdmin: 200, support: 403 },
  { route: 'PATCH /api/admin/users/{user}', body: { name: 'Kim' }, superAdmin: 200, support: 403 },
  { route: 'POST /api/admin/users/{user}/password-reset', body: {}, superAdmin: 422, support: 403 },
  { route: 'GET /api/admin/users/{user}/sessions', superAdmin: 200, support: 403 },
  { route: 'DELETE /api/admin/users/{user}/sessions', superAdmin: 200, support: 403 },
  { route: 'DELETE /api/admin/users/{user}/sessions/{unknown}', superAdmin: 404, support: 403 },
  { route: 'DELETE /api/admin/users/{user}', superAdmin: 204, support: 403 },
  { route: 'GET /api/admin/audit-log', superAdmin: 200, support: 403 },
  { route: 'GET /api/admin/audit-log/export', superAdmin: 200, support: 403 },
  { route: 'GET /api/admin/me', superAdmin: 200, support: 200 },
  { route: 'PUT /api/admin/me/password', body: {}, superAdmin: 422, support: 422 },
  { route: 'POST /api/admin/me/totp', body: {}, superAdmin: 422, support: 422 },
  { route: 'POST /api/admin/me/totp/confirm', body: {}, superAdmin: 422, support: 422 },
  { route: 'DELETE /api/admin/me/totp', body: {}, superAdmin: 422, support: 422 },
  // No identity is linked.
  { route: 'DELETE /api/admin/me/oidc', body: {}, superAdmin: 409, support: 409 },
  { route: 'GET /api/admin/sessions', superAdmin: 200, support: 200 },
  { route: 'DELETE /api/admin/sessions/others', superAdmin: 200, support: 200 },
  { route: 'DELETE /api/admin/sessions/{unknown}', superAdmin: 404, support: 404 },
  { route: 'DELETE /api/admin/sessions/current', superAdmin: 204, support: 204, endsSession: true },
  { route: 'DELETE /api/admin/sessions', superAdmin: 200, support: 200, endsSession: true },
];
