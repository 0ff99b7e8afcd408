import { InvalidIntegrationResponseException, type IntegrationConnection } from '@sync/integration-contract';
import { asRow } from '../mapping/platform-values';
import type { StoreHttp } from '../store-http/store-http';
import type { StoreReply } from '../store-http/store-reply';
import { apiKeyOf } from './credentials';
import { refuseErrors, requireSuccess } from './refusal';
import type { CommerceBSettings } from './settings';
import { shopBaseOf } from './shop-base';

export interface WebserviceRequest {
  /** `orders`, `order_states`, … */
  resource: string;
  /** One entity only. */
  id?: string;
  parameters?: Readonly<Record<string, string>>;
  /** What is asked for, in words for a message. */
  what: string;
  deadlineMs?: number;
}

/** The platform's webservice: HTTP Basic with the key as user, and a list of rows as the answer. */
export class Webservice {
  constructor(
    private readonly http: StoreHttp,
    private readonly settings: CommerceBSettings,
  ) {}

  /** The answer, whatever its status. */
  ask(connection: IntegrationConnection, request: WebserviceRequest): Promise<StoreReply> {
    const { resource, id, parameters = {}, what, deadlineMs = this.settings.pageDeadlineMs } = request;
    return this.http.send({
      baseUrl: shopBaseOf(connection.baseUrl),
      path: `api/${resource}${id === undefined ? '' : `/${encodeURIComponent(id)}`}?${query(parameters)}`,
      auth: { user: apiKeyOf(connection), password: '' },
      what,
      deadlineMs,
    });
  }

  /** The rows of the answer; what a row holds is not looked at. Raises WebserviceRefusal for any status that is not 2xx. */
  async rows(connection: IntegrationConnection, request: WebserviceRequest): Promise<unknown[]> {
    return rowsIn(await this.ask(connection, request), request);
  }
}

/** Of an answer to that request; raises as `Webservice.rows` does. */
export function rowsIn(reply: StoreReply, { resource, what }: Pick<WebserviceRequest, 'resource' | 'what'>): unknown[] {
  requireSuccess(reply, resource);
  const answer = reply.json();
  refuseErrors(answer, what, reply.status);
  const rows = rowsOf(answer, resource);
  if (rows) return rows;
  throw new InvalidIntegrationResponseException(`The shop answered ${what} with something other than a list of ${resource}.`, {
    status: reply.status,
  });
}

/** `JSON` in capitals: the platform answers any other spelling with XML. A comma may stand as it is, a bracket and a bar may not. */
function query(parameters: Readonly<Record<string, string>>): string {
  return Object.entries({ output_format: 'JSON', ...parameters })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');
}

/**
 * `{"orders":[…]}` as a list. Nothing found is `[]` or an object without the root key; one row may stand without a list around
 * it, and versions differ in what they wrap around it (`{"order":{…}}`, `{"orders":{"order":[…]}}`). Null: it is none of these.
 */
function rowsOf(answer: unknown, resource: string): unknown[] | null {
  if (Array.isArray(answer)) return answer;
  const outer = asRow(answer);
  if (!outer) return null;
  const root = asRow(outer.prestashop) ?? outer;
  const names = [resource, singular(resource)];
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
