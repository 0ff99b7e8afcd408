import type { AppProcess } from '@sync/test-harness';
import { allOperationsOf, DocumentedSchemas, fill, isForIngress, operationsOf, type ApiDocument, type Schema } from './api-document';
import { describeDocument } from './described-document';
import { exchange, header, type Question } from './exchange';
import type { ServiceUnderTest } from './service-under-test';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const unknownId = '01900000-0000-7000-8000-000000000000';
const anywhere = { id: unknownId, run_id: unknownId, connection_id: unknownId, connection: unknownId };

/** Every public route, including those that later versions serve. */
const known: [method: string, path: string][] = [
  ['POST', '/api/system-connections/connect'],
  ['POST', '/api/system-connections/register'],
  ['GET', '/api/system-connections'],
  ['GET', '/api/system-connections/{id}'],
  ['POST', '/api/system-connections/{id}/syncs'],
  ['GET', '/api/system-connections/{id}/syncs'],
  ['POST', '/api/system-connections/{id}/syncs/{run_id}/confirm-deletions'],
  ['GET', '/api/access-tokens'],
  ['DELETE', '/api/access-tokens/current'],
  ['DELETE', '/api/access-tokens/{token_id}'],
  ['POST', '/api/access-tokens/current/rotate'],
  ['DELETE', '/api/system-connections/{id}'],
  ['DELETE', '/api/system-connections/{id}/widget-tokens/{token_id}'],
  ['GET', '/api/system-connections/{id}/configuration'],
  ['PATCH', '/api/system-connections/{id}/configuration'],
  ['GET', '/api/system-connections/{id}/timeline'],
  ['GET', '/api/system-connections/{id}/widget-tokens'],
  ['POST', '/api/system-connections/{id}/widget-tokens'],
  ['POST', '/api/system-connections/{id}/disconnect'],
  ['POST', '/api/system-connections/{id}/reconnect'],
  ['PUT', '/api/system-connections/{id}/credentials'],
  ['GET', '/api/records/customers'],
  ['GET', '/api/records/orders'],
  ['GET', '/api/records/products'],
  ['GET', '/api/widget/connections/{connection_id}/status'],
  ['GET', '/api/widget/connection'],
  ['GET', '/api/widget/connections'],
  ['POST', '/api/widget/connections/{id}/disconnect'],
  ['POST', '/api/widget/connections/{id}/reconnect'],
  ['DELETE', '/api/widget/connections/{id}'],
  ['POST', '/api/widget/connections/{id}/widget-tokens'],
  ['GET', '/api/widget/configuration'],
  ['PATCH', '/api/widget/configuration'],
  ['POST', '/api/widget/connection/disconnect'],
  ['POST', '/api/widget/connection/reconnect'],
  ['DELETE', '/api/widget/connection'],
  ['POST', '/api/webhooks/{connection}'],
];

const handshakeExamples: Record<string, [variant: string, body: Record<string, unknown>][]> = {
  '/api/system-connections/connect': [
    ['A', { system_slug: 'mailing_platform', external_user_id: 'account-1' }],
    ['B', {}],
    ['B, as the widget sends it', { tenant_id: unknownId }],
    ['C', { connection_token: 'scc_' }],
  ],
  '/api/system-connections/register': [
    ['A', { system_slug: 'commerce_a', base_url: 'https://shop.example', credentials: { consumer_key: 'ck' } }],
    ['B', { connection_token: 'scc_', system_slug: 'commerce_a', base_url: 'https://shop.example', credentials: { consumer_key: 'ck' } }],
  ],
};

/** A description and the apps it describes. */
export interface DescribedApi {
  service: ServiceUnderTest;
  ingress: AppProcess;
  document: ApiDocument;
}

/** Declares tests of the description of the public API, compared with what is served. */
export function describePublicApi(api: () => DescribedApi): void {
  let service: ServiceUnderTest;
  let ingress: AppProcess;
  let document: ApiDocument;

  beforeAll(() => ({ service, ingress, document } = api()));

  /** As a gateway forwards it. */
  const ask = (method: string, path: string, sent?: Pick<Question, 'headers' | 'body'>) =>
    exchange((isForIngress({ path }) ? ingress : service.api).url, { method, path, ...sent });

  describeDocument('connection-api', () => ({ document, ask }));

  it('says of exactly these operations that they take a body', () => {
    const withBody = operationsOf(document).filter(({ described }) => described.requestBody);
    expect(withBody.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'PATCH /api/system-connections/{id}/configuration',
      'PATCH /api/widget/configuration',
      'POST /api/access-tokens/current/rotate',
      'POST /api/system-connections/connect',
      'POST /api/system-connections/register',
      'POST /api/system-connections/{id}/syncs',
      'POST /api/system-connections/{id}/widget-tokens',
      'POST /api/widget/connections/{id}/widget-tokens',
      'PUT /api/system-connections/{id}/credentials',
    ]);
  });

  it('is OpenAPI 3.1 at /api/openapi.json', async () => {
    const response = await service.ask('GET', '/api/openapi.json');
    expect(header(response, 'content-type')).toMatch(/^application\/json/);
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.info).toMatchObject({ title: expect.stringMatching(/\S/), version: expect.stringMatching(/\S/) });
    expect(Object.keys(document.paths).every((path) => path.startsWith('/'))).toBe(true);
  });

  it('is an HTML page at /api/docs', async () => {
    const response = await service.ask('GET', '/api/docs');
    expect([response.status, header(response, 'content-type')]).toEqual([200, expect.stringMatching(/^text\/html/)]);
    expect(response.text).toMatch(/<html/i);
  });

  it('gives schemas readable names', () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(expect.arrayContaining(['Problem', 'InvalidValue', 'Customer', 'Order', 'Product', 'LineItem']));
    expect(names.filter((name) => !/^([A-Z][a-z]+)+$/.test(name))).toEqual([]);
  });

  it('requires a bearer for every operation except register and webhooks, and describes 401 and 403 for each', () => {
    expect(document.components.securitySchemes.accessToken).toMatchObject({ type: 'http', scheme: 'bearer' });
    for (const { method, path, described } of operationsOf(document)) {
      const at = `${method} ${path}`;
      const isOpen = path === '/api/system-connections/register';
      const schemes = (described.security ?? document.security ?? []).flatMap((requirement) => Object.keys(requirement));
      expect({ at, schemes }).toEqual({ at, schemes: isOpen ? [] : ['accessToken'] });
      const refusals = isOpen ? ['429'] : ['401', '403'];
      expect({ at, statuses: Object.keys(described.responses ?? {}) }).toEqual({ at, statuses: expect.arrayContaining(refusals) });
    }
  });

  it.each(Object.entries(handshakeExamples).flatMap(([path, bodies]) => bodies.map(([variant, body]) => ({ path, variant, body }))))(
    'takes the body of $path variant $variant',
    ({ path, body }) => {
      const schema = document.paths[path]?.post?.requestBody?.content['application/json']?.schema as Schema;
      const validate = new DocumentedSchemas(document).validator(schema);
      validate(body);
      expect(validate.errors ?? []).toEqual([]);
    },
  );

  it('GET /api/widget/configuration always returns both schema (object or null) and configuration', () => {
    const { schema } = document.paths['/api/widget/configuration']?.get?.responses?.['200']?.content?.['application/json'] ?? {};
    const validate = new DocumentedSchemas(document).validator(schema as Schema);
    expect(
      [
        { schema: null, configuration: {} },
        { schema: { fields: [] }, configuration: {} },
      ].map((response) => validate(response)),
    ).toEqual([true, true]);
    expect([{ configuration: {} }, { schema: null }].map((response) => validate(response))).toEqual([false, false]);
  });

  it('lists exactly the served routes', async () => {
    const listed = allOperationsOf(document);
    const isListed = (method: string, path: string) => listed.some((operation) => operation.method === method && operation.path === path);
    const paths = [...new Set([...listed, ...known.map(([method, path]) => ({ method, path }))].map(({ path }) => path))];
    const wrong: string[] = [];
    for (const path of paths) {
      for (const method of methods) {
        const { status } = await ask(method, fill(path, anywhere));
        const isServed = status !== 404 && status !== 405;
        if (isServed !== isListed(method, path)) wrong.push(`${method} ${path}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('gives every public route its documented method', () => {
    const listed = allOperationsOf(document).map(({ method, path }) => `${method} ${path}`);
    expect(listed.filter((route) => !known.some(([method, path]) => route === `${method} ${path}`))).toEqual([]);
  });
}
