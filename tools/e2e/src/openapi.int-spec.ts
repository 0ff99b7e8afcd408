import {
  allOperationsOf,
  DocumentedSchemas,
  fill,
  isForIngress,
  operationsOf,
  readDocument,
  type ApiDocument,
  type Schema,
} from './testing/api-document';
import type { AppProcess } from './testing/app-process';
import { describeResponses } from './testing/described-responses';
import { exchange, header } from './testing/exchange';
import { faultsOfProblem } from './testing/problem-schema';
import { ServiceUnderTest } from './testing/service-under-test';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const unknownId = '01900000-0000-7000-8000-000000000000';
const anywhere = { id: unknownId, connection_id: unknownId, connection: unknownId };

/** Every public route, including those that later versions serve. */
const known: [method: string, path: string][] = [
  ['POST', '/api/system-connections/connect'],
  ['POST', '/api/system-connections/register'],
  ['GET', '/api/system-connections'],
  ['GET', '/api/system-connections/{id}'],
  ['POST', '/api/system-connections/{id}/syncs'],
  ['GET', '/api/system-connections/{id}/syncs'],
  ['DELETE', '/api/access-tokens/current'],
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

describe('the API description', () => {
  let service: ServiceUnderTest;
  let ingress: AppProcess;
  let document: ApiDocument;

  beforeAll(async () => {
    service = await ServiceUnderTest.start();
    ingress = await service.startIngress();
    document = await readDocument(service);
  });
  afterAll(() => service.stop());

  /** As a gateway forwards it. */
  const ask = (method: string, path: string) => exchange((isForIngress({ path }) ? ingress : service.api).url, { method, path });

  const responses = () =>
    allOperationsOf(document).flatMap(({ method, path, described }) =>
      Object.entries(described.responses ?? {}).map(([status, response]) => ({
        at: `${method} ${path} ${status}`,
        status: Number(status),
        response,
      })),
    );

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

  it('gives each operation a unique operationId, a summary and responses', () => {
    const operations = allOperationsOf(document);
    expect(operations.length).toBeGreaterThan(0);
    for (const { described } of operations)
      expect(described).toMatchObject({ operationId: expect.stringMatching(/^\w+$/), summary: expect.stringMatching(/\S/) });
    expect(new Set(operations.map(({ described }) => described.operationId)).size).toBe(operations.length);
    for (const { response } of responses()) expect(typeof response.description).toBe('string');
  });

  it('describes a success response of each operation', () => {
    for (const { method, path, described } of allOperationsOf(document)) {
      const good = Object.keys(described.responses ?? {}).filter((status) => /^2\d\d$/.test(status));
      expect({ at: `${method} ${path}`, good: good.length > 0 }).toEqual({ at: `${method} ${path}`, good: true });
    }
  });

  it('describes every error as application/problem+json', () => {
    const errors = responses().filter(({ status }) => status >= 400);
    expect(errors.length).toBeGreaterThan(0);
    expect(
      errors.filter(({ response }) => Object.keys(response.content ?? {}).join() !== 'application/problem+json').map(({ at }) => at),
    ).toEqual([]);
    expect(responses().filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
  });

  it('shows an example of every problem type under each status that may carry it', () => {
    for (const { at, status, response } of responses().filter((one) => one.status >= 400)) {
      const examples = Object.entries(response.content?.['application/problem+json']?.examples ?? {});
      const described = [...(response.description ?? '').matchAll(/\/problems\/([a-z-]+):/g)].map(([, kind]) => kind);
      expect({ at, kinds: examples.map(([kind]) => kind) }).toEqual({ at, kinds: described });
      for (const [kind, { value }] of examples) {
        const [, path] = at.split(' ');
        expect({ at, value }).toMatchObject({ at, value: { type: `/problems/${kind}`, status, instance: path } });
        const headers: [string, string][] = [
          ['content-type', 'application/problem+json'],
          ['www-authenticate', 'Bearer'],
          ['retry-after', '1'],
        ];
        expect({ at, faults: faultsOfProblem({ status, headers, text: JSON.stringify(value) }) }).toEqual({ at, faults: [] });
      }
    }
  });

  it('describes the response to an unreadable body for every operation that takes one', async () => {
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
    for (const { method, path, described } of withBody) {
      const send = (type: string, body: string) =>
        exchange(service.api.url, { method, path: fill(path, anywhere), headers: [['content-type', type]], body });
      const json = 'application/json';
      const given = [await send(json, '{bad'), await send(json, `"${'x'.repeat(200_000)}"`), await send('text/plain', 'x')];
      expect({ path, given: given.map(({ status }) => status) }).toEqual({ path, given: [400, 413, 415] });
      expect({ path, statuses: Object.keys(described.responses ?? {}) }).toEqual({
        path,
        statuses: expect.arrayContaining(['400', '413', '415']),
      });
    }
  });

  it('gives schemas readable names', () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(expect.arrayContaining(['Problem', 'InvalidValue', 'Customer', 'Order', 'Product', 'LineItem']));
    expect(names.filter((name) => !/^([A-Z][a-z]+)+$/.test(name))).toEqual([]);
  });

  it('has only examples that are valid against their schemas', () => {
    const schemas = new DocumentedSchemas(document);
    const answered = responses().flatMap(({ at, response }) =>
      Object.values(response.content ?? {}).map((content) => ({ at, ...content })),
    );
    const sent = allOperationsOf(document).flatMap(({ method, path, described }) =>
      Object.values(described.requestBody?.content ?? {}).map((content) => ({ at: `${method} ${path}`, ...content })),
    );
    const contents = [...answered, ...sent];
    expect(contents.filter(({ examples = {} }) => Object.keys(examples).length === 0).map(({ at }) => at)).toEqual([]);
    const examples = contents.flatMap(({ at, schema, examples = {} }) =>
      Object.values(examples).map(({ value }) => ({ at, schema, value })),
    );
    expect(examples.length).toBeGreaterThan(30);
    for (const { at, schema, value } of examples) {
      const validate = schemas.validator(schema as Schema);
      validate(value);
      expect({ at, faults: validate.errors ?? [] }).toEqual({ at, faults: [] });
    }
  });

  it('requires exactly the parameters of each path', () => {
    for (const { method, path, described } of allOperationsOf(document)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      const named = (described.parameters ?? []).filter((parameter) => parameter.in === 'path');
      expect({ at: `${method} ${path}`, named: named.map(({ name }) => name).sort() }).toEqual({ at: `${method} ${path}`, named: inPath });
      expect(named.every(({ required }) => required === true)).toBe(true);
      const all = (described.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('has only valid JSON Schema 2020-12 with references that resolve', () => {
    const schemas = new DocumentedSchemas(document);
    const bodies = allOperationsOf(document).flatMap(({ described }) => Object.values(described.requestBody?.content ?? {}));
    const described = responses().flatMap(({ response }) => Object.values(response.content ?? {}));
    const parameters = allOperationsOf(document).flatMap(({ described }) => described.parameters ?? []);
    const all = [...bodies, ...described, ...parameters].flatMap(({ schema }) => (schema ? [schema] : []));
    for (const schema of [...all, ...Object.values(document.components.schemas)]) expect(() => schemas.validator(schema)).not.toThrow();
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

  it('allows connect without a bearer (variant A)', () => {
    expect(document.paths['/api/system-connections/connect']?.post?.security).toEqual(expect.arrayContaining([{}, { accessToken: [] }]));
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

  it('responds 405 with Allow to a method that a route does not take', async () => {
    for (const path of Object.keys(document.paths)) {
      const taken = allOperationsOf(document).filter((operation) => operation.path === path);
      const other = methods.find((method) => !taken.some((operation) => operation.method === method)) ?? '';
      const response = await ask(other, fill(path, anywhere));
      const allowed = (header(response, 'allow') ?? '').split(', ').filter((method) => methods.includes(method));
      expect({ path, status: response.status, allowed: allowed.sort() }).toEqual({
        path,
        status: 405,
        allowed: taken.map(({ method }) => method).sort(),
      });
    }
  });

  it('gives every public route its documented method', () => {
    const listed = allOperationsOf(document).map(({ method, path }) => `${method} ${path}`);
    expect(listed.filter((route) => !known.some(([method, path]) => route === `${method} ${path}`))).toEqual([]);
  });

  describe('describes', () => describeResponses(() => ({ service, ingress, document })));
});
