import { InvalidIntegrationResponseException, type IntegrationConnection } from '@sync/integration-contract';
import { credentialText } from '../mapping/credentials';
import { asRow } from '../mapping/platform-values';
import type { StoreHttp } from '../store-http/store-http';
import type { StoreReply } from '../store-http/store-reply';
import { rejectErrors, requireSuccess } from './refusal';
import type { CommerceBSettings } from './settings';
import { shopBaseOf } from './shop-base';

export interface WebserviceRequest {
  /** `orders`, `order_states`, … */
  resource: string;
  /** Requests a single entity. */
  id?: string;
  parameters?: Readonly<Record<string, string>>;
  /** The subject of the request, for messages. */
  what: string;
  /** Default: that of a page of an export. */
  deadlineMs?: number;
}

/** The platform's webservice: HTTP Basic with the key as user; responses are lists of rows. */
export class Webservice {
  constructor(
    private readonly http: StoreHttp,
    private readonly settings: CommerceBSettings,
  ) {}

  /** The response of any status. */
  ask(connection: IntegrationConnection, request: WebserviceRequest): Promise<StoreReply> {
    const { resource, id, parameters = {}, what, deadlineMs } = request;
    return this.http.send({
      baseUrl: shopBaseOf(connection.baseUrl),
      tenantId: connection.tenantId,
      connectionId: connection.id,
      platform: connection.driver,
      path: `api/${resource}${id === undefined ? '' : `/${encodeURIComponent(id)}`}?${query(parameters)}`,
      auth: { user: credentialText(connection, 'api_key'), password: '' },
      what,
      deadlineMs: deadlineMs ?? this.settings.pageDeadlineMs * (connection.timeoutFactor ?? 1),
      isBulk: deadlineMs === undefined,
    });
  }

  /** The rows of the response, unchecked. Throws WebserviceRefusal for any status other than 2xx. */
  async rows(connection: IntegrationConnection, request: WebserviceRequest): Promise<unknown[]> {
    return rowsIn(await this.ask(connection, request), request);
  }
}

/** The rows of a response to the request; throws like `Webservice.rows`. */
export function rowsIn(reply: StoreReply, { resource, what }: Pick<WebserviceRequest, 'resource' | 'what'>): unknown[] {
  requireSuccess(reply, resource);
  const body = reply.json();
  rejectErrors(body, what, reply.status);
  const rows = rowsOf(body, resource);
  if (rows) return rows;
  throw new InvalidIntegrationResponseException(`The shop responded to ${what} with something other than a list of ${resource}.`, {
    status: reply.status,
  });
}

/** `JSON` must be in capitals: any other spelling returns XML. Commas stay unencoded. */
function query(parameters: Readonly<Record<string, string>>): string {
  return Object.entries({ output_format: 'JSON', ...parameters })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');
}

/**
 * The list in `{"orders":[…]}`. An empty result is `[]` or lacks the root key, a single row may come without a list, and versions
 * wrap rows differently (`{"order":{…}}`, `{"orders":{"order":[…]}}`). Null if it is none of these.
 */
function rowsOf(body: unknown, resource: string): unknown[] | null {
  if (Array.isArray(body)) return body;
  const outer = asRow(body);
  if (!outer) return null;
  const root = asRow(outer.prestashop) ?? outer;
  // Some resources are named in the singular, and their lists in the plural: `order_slip`.
  const names = [resource, singular(resource), `${resource}s`];
  const name = names.find((candidate) => Object.hasOwn(root, candidate));
  if (name !== undefined) return listIn(root[name], names);
  return Object.keys(root).length === 0 ? [] : null;
}

function listIn(value: unknown, names: readonly string[]): unknown[] | null {
  if (Array.isArray(value)) return value;
  if (value === null || value === '') return [];
  const row = asRow(value);
  if (!row) return null;
  const inner = Object.hasOwn(row, 'id') ? undefined : names.find((name) => Object.hasOwn(row, name));
  return inner === undefined ? [row] : listIn(row[inner], names);
}

function singular(resource: string): string {
  if (resource.endsWith('ies')) return `${resource.slice(0, -3)}y`;
  return resource.slice(0, resource.endsWith('sses') ? -2 : -1);
}
