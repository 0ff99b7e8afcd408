import { DemoShopA } from '@sync/demo-shops';
import { initialise, link, register, startHandshake, type Caller, type Registration } from './actors';
import { fill, operationsOf, readDocument, type ApiDocument, type Operation } from './api-document';
import type { Question, WireResponse } from './exchange';
import { ServiceUnderTest } from './service-under-test';

export const unknownId = '01900000-0000-7000-8000-00000000ffff';
export const connect = '/api/system-connections/connect';
export const registerRoute = '/api/system-connections/register';
export const widget = '/api/widget/';

/** What stands in for a bearer. */
export interface Case {
  name: string;
  headers: Question['headers'];
  query?: string;
}

const bodies: Record<string, unknown> = {
  [`POST ${registerRoute}`]: {},
  [`PATCH ${widget}configuration`]: { configuration: { direction: 'both' } },
  'PATCH /api/system-connections/{id}/configuration': { configuration: { direction: 'both' } },
  'PUT /api/system-connections/{id}/credentials': { credentials: { connection_token: 'x' } },
};

export const bearer = (token: string) => [['authorization', `Bearer ${token}`] as const];

/** Drops what differs between any two requests. */
export const comparable = ({ status, headers, text }: WireResponse) => ({
  status,
  headers: headers.filter(([name]) => !['date', 'x-request-id'].includes(name)),
  // The use of a token is noted at every request.
  text: text.replace(/"instance":"[^"]*"/, '"instance":""').replaceAll(/"last_used_at":"[^"]*"/g, '"last_used_at":""'),
});

/** A service with two tenants, one of which has shops, and every route of it. */
export class TwoTenants {
  private constructor(
    readonly service: ServiceUnderTest,
    readonly shop: DemoShopA,
    readonly document: ApiDocument,
    readonly a: Caller,
    readonly b: Caller,
    /** Active connection of tenant A. */
    readonly shopOfA: string,
    /** Started by tenant A, and not finalised. */
    readonly pendingOfA: { connectionId: string; connectionToken: string },
    /** Not claimed by any tenant. */
    readonly unclaimed: Registration,
  ) {}

  static async start(): Promise<TwoTenants> {
    const service = await ServiceUnderTest.start();
    const shop = await DemoShopA.start({ customers: 1, orders: 1, products: 1 });
    const document = await readDocument(service);
    const [a, b] = [await initialise(service), await initialise(service, 'user-platform')];
    const { connectionId: shopOfA } = await link(service, a, shop);
    const pendingOfA = await startHandshake(service, a);
    return new TwoTenants(service, shop, document, a, b, shopOfA, pendingOfA, await register(service, shop));
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.shop.stop();
  }

  /** Routes that need a bearer. */
  guarded(): Operation[] {
    return operationsOf(this.document).filter(({ path }) => path !== connect && path !== registerRoute);
  }

  /** Routes that name a connection. */
  withId(): Operation[] {
    return operationsOf(this.document).filter(({ path }) => /\{(connection_)?id\}/.test(path));
  }

  ask(operation: Operation, id: string, { headers = [], query = '' }: Partial<Case>, body?: unknown): Promise<WireResponse> {
    const { method, path } = operation;
    const filled = fill(path, { id, connection_id: id, token_id: unknownId });
    return this.service.ask(method, `${filled}${query}`, {
      headers,
      body: body ?? bodies[`${method} ${path}`] ?? (method === 'POST' ? {} : undefined),
    });
  }
}
