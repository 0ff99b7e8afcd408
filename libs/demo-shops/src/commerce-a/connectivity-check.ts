import type { PluginInfo } from '@sync/platforms';
import type { ShopRequest } from '../base/demo-shop';
import type { ShopResponse } from '../base/shop-response';
import { errorResponse, jsonResponse, noRoute } from './responses';

const post = { Allow: 'POST' };

/** The shop of the plugin. */
export interface CheckedShop {
  credentials: { connection_token: string };
  checkedConnectionId: string | null;
  /** What the plugin says of itself. Null: nothing, like a plugin of another author. */
  described: PluginInfo | null;
}

/** The plugin's route: proves that the caller knows the plugin's own secret, and notes the caller's connection. */
export function connectivityCheck({ method, body }: ShopRequest, shop: CheckedShop, time_zone: string): ShopResponse {
  if (method !== 'POST') return noRoute();
  let fields: unknown;
  try {
    fields = body.trim() === '' ? {} : JSON.parse(body);
  } catch {
    const data = { json_error_code: 4, json_error_message: 'Syntax error' };
    return errorResponse(400, 'rest_invalid_json', 'Invalid JSON body passed.', data, post);
  }
  const { connection_token, connection_id } = (typeof fields === 'object' && fields !== null ? fields : {}) as Record<string, unknown>;
  const missing = Object.entries({ connection_token, connection_id }).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (missing.length > 0)
    return errorResponse(400, 'rest_missing_callback_param', `Missing parameter(s): ${missing.join(', ')}`, { params: missing }, post);
  if (connection_token !== shop.credentials.connection_token)
    return errorResponse(401, 'invalid_connection_token', 'Invalid connection token.', {}, post);
  if (typeof connection_id === 'string') shop.checkedConnectionId = connection_id;
  return jsonResponse(200, { status: 'ok', connection_id, ...(shop.described && { plugin: shop.described, time_zone }) }, post);
}
