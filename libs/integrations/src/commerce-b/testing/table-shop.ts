import type { ServerResponse } from 'node:http';
import type { IntegrationConnection } from '@sync/integration-contract';
import { Secret } from '@sync/records';
import { connectionId } from '../../testing/connections';
import { ReplayingShop, type ReceivedRequest } from '../../testing/replaying-shop';
import { recordedRows, recording, type Row } from './recorded';

export const apiKey = 'B8QJ4N2X7RZK5TMC9WVD3HPL6YFGS1EA';

export function connectionTo(shop: ReplayingShop, { path = '', id = connectionId, key = apiKey } = {}): IntegrationConnection {
  return { id, driver: 'commerce_b', baseUrl: shop.baseUrl + path, credentials: new Secret({ api_key: key }) };
}

const setting = (name: string, value: string): Row => ({ id: 1, name, value, id_shop_group: '', id_shop: '' });

/** The tables of the recorded shop. */
function recordedTables(): Record<string, Row[]> {
  return {
    configurations: [
      ...recordedRows('configurations-default-lang'),
      ...recordedRows('configurations-default-currency'),
      setting('PS_TIMEZONE', 'Europe/Berlin'),
    ],
    languages: recordedRows('languages'),
    order_states: recordedRows('order_states'),
    currencies: recordedRows('currencies'),
    countries: recordedRows('countries'),
    categories: recordedRows('categories-id-name'),
    states: recordedRows('states'),
    tags: [
      { id: 1, id_lang: '1', name: 'summer' },
      { id: 2, id_lang: '1', name: 'gift' },
    ],
    addresses: recordedRows('addresses-1-2-3'),
    customers: [],
    orders: [],
    order_slip: [],
    products: [],
  };
}

/** A shop on loopback that serves its tables like the webservice, as far as the tests need. */
export class TableShop {
  tables = recordedTables();
  /** Resources that the key may not read. */
  readonly refused = new Set<string>();
  /** Returns true if it sent the response itself. */
  instead: (request: ReceivedRequest, response: ServerResponse) => boolean = () => false;

  private constructor(readonly http: ReplayingShop) {
    http.respond = (request, response) => {
      if (!this.instead(request, response)) this.#sendRows(request, response);
    };
  }

  static async start(): Promise<TableShop> {
    return new TableShop(await ReplayingShop.start());
  }

  stop(): Promise<void> {
    return this.http.stop();
  }

  /** Sends this body for one resource instead of its rows. */
  replace(resource: string, body: unknown, status = 200): void {
    this.respondTo(resource, (response) => sendJson(response, body, status));
  }

  /** Replays a recorded response, for every resource or for one. */
  replay(name: string, resource?: string): void {
    this.respondTo(resource, (response) => this.http.send(response, recording(name)));
  }

  respondTo(resource: string | undefined, respond: (response: ServerResponse) => void): void {
    this.instead = ({ url }, response) => {
      if (resource !== undefined && resourceOf(url) !== resource) return false;
      respond(response);
      return true;
    };
  }

  /** Number of requests for a resource. */
  asked(resource: string): number {
    return this.requestsOf(resource).length;
  }

  requestsOf(resource: string): ReceivedRequest[] {
    return this.http.requests.filter(({ url }) => resourceOf(url) === resource);
  }

  #sendRows({ url }: ReceivedRequest, response: ServerResponse): void {
    const resource = resourceOf(url);
    const table = this.tables[resource];
    if (this.refused.has(resource) || !table) return sendRefusal(response);
    const ids = idsIn(url.searchParams.get('filter[id]'));
    const ofOrders = idsIn(url.searchParams.get('filter[id_order]'));
    const names = url.searchParams.get('filter[name]')?.slice(1, -1).split('|');
    const found = table
      .filter((row) => (ids ? ids.includes(String(row.id)) : true) && (names ? names.includes(String(row.name)) : true))
      .filter((row) => (ofOrders ? ofOrders.includes(String(row.id_order)) : true))
      .sort((first, second) => (url.searchParams.get('sort') === '[id_ASC]' ? Number(first.id) - Number(second.id) : 0));
    const [offset = 0, count = found.length] = url.searchParams.get('limit')?.split(',').map(Number) ?? [];
    const rows = found.slice(offset, offset + count);
    const shown = url.searchParams.has('display') ? rows : rows.map(({ id }) => ({ id }));
    sendJson(response, rows.length === 0 ? [] : { [resource === 'order_slip' ? 'order_slips' : resource]: shown });
  }
}

export function resourceOf(url: URL): string {
  const segments = url.pathname.split('/');
  return segments[segments.indexOf('api') + 1] ?? '';
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}

/** The webservice's refusal of a resource: code 26. */
function sendRefusal(response: ServerResponse): void {
  const { headers } = recording('auth-wrong-key-orders');
  response.writeHead(401, headers.flat());
  response.end('{"errors":[{"code":26,"message":"Resource of type \\"upstream words\\" is not allowed with this authentication key"}]}');
}

function idsIn(filter: string | null): string[] | null {
  return filter === null ? null : filter.slice(1, -1).split('|');
}
