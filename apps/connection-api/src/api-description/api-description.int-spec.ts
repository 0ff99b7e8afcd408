import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';

interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: unknown[];
  responses: Record<string, { description?: string; content?: Record<string, unknown> }>;
}

interface Description {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> };
}

let api: ConnectionApiUnderTest;
let description: Description;

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  description = (await api.get<Description>('/api/openapi.json')).body;
});
afterAll(() => api.stop());

const operations = () =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, operation })),
  );

describe('OpenAPI 3.1 at /api/openapi.json', () => {
  it('declares its version and the bearer scheme', () => {
    expect(description.openapi).toMatch(/^3\.1\.\d$/);
    expect(description.info).toMatchObject({ title: expect.any(String) as string, version: expect.any(String) as string });
    expect(description.components.securitySchemes).toEqual({
      accessToken: expect.objectContaining({ type: 'http', scheme: 'bearer' }) as unknown,
    });
  });

  it('every route that the API serves refuses unknown query parameters', () => {
    const silent = operations().filter(({ name, operation }) => {
      const content = operation.responses[422]?.content?.['application/problem+json'] as { examples?: object } | undefined;
      return !name.includes('/api/webhooks/') && !('validation-failed' in (content?.examples ?? {}));
    });
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('lists exactly the routes of the service', () => {
    expect(
      operations()
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'DELETE /api/access-tokens/current',
      'DELETE /api/system-connections/{id}',
      'DELETE /api/system-connections/{id}/widget-tokens/{token_id}',
      'DELETE /api/widget/connection',
      'DELETE /api/widget/connections/{id}',
      'GET /api/records/customers',
      'GET /api/records/orders',
      'GET /api/records/products',
      'GET /api/system-connections',
      'GET /api/system-connections/{id}',
      'GET /api/system-connections/{id}/configuration',
      'GET /api/system-connections/{id}/syncs',
      'GET /api/system-connections/{id}/timeline',
      'GET /api/system-connections/{id}/widget-tokens',
      'GET /api/widget/configuration',
      'GET /api/widget/connection',
      'GET /api/widget/connections',
      'GET /api/widget/connections/{connection_id}/status',
      'PATCH /api/system-connections/{id}/configuration',
      'PATCH /api/widget/configuration',
      'POST /api/access-tokens/current/rotate',
      'POST /api/system-connections/connect',
      'POST /api/system-connections/register',
      'POST /api/system-connections/{id}/disconnect',
      'POST /api/system-connections/{id}/reconnect',
      'POST /api/system-connections/{id}/syncs',
      'POST /api/system-connections/{id}/widget-tokens',
      'POST /api/webhooks/{connection}',
      'POST /api/widget/connection/disconnect',
      'POST /api/widget/connection/reconnect',
      'POST /api/widget/connections/{id}/disconnect',
      'POST /api/widget/connections/{id}/reconnect',
      'POST /api/widget/connections/{id}/widget-tokens',
      'PUT /api/system-connections/{id}/credentials',
    ]);
  });

  it('names every operation like a function, describes it, and gives it a tag of the list', () => {
    const tags = description.tags.map(({ name }) => name);
    for (const { name, operation } of operations()) {
      expect({ name, id: operation.operationId }).toEqual({ name, id: expect.stringMatching(/^[a-z]+([A-Z][a-z]+)*$/) as string });
      expect({ name, description: operation.description }).toEqual({ name, description: expect.stringMatching(/\w{3}.*\./) as string });
      expect({ name, unknown: operation.tags?.filter((tag) => !tags.includes(tag)), tags: operation.tags?.length }).toEqual({
        name,
        unknown: [],
        tags: 1,
      });
    }
    expect(new Set(operations().map(({ operation }) => operation.operationId)).size).toBe(operations().length);
    expect(tags).toEqual([...new Set(tags)]);
  });

  it('says of register and webhooks that they take no bearer', () => {
    const open = operations().filter(({ operation }) => operation.security?.length === 0);
    expect(open.map(({ name }) => name).sort()).toEqual(['POST /api/system-connections/register', 'POST /api/webhooks/{connection}']);
  });

  it('gives every operation a summary, success responses with schemas, and problems', () => {
    for (const { name, operation } of operations()) {
      expect({ name, summary: operation.summary }).toEqual({ name, summary: expect.stringMatching(/./) as string });
      const statuses = Object.keys(operation.responses);
      expect({ name, good: statuses.some((status) => status.startsWith('2')) }).toEqual({ name, good: true });
      for (const [status, response] of Object.entries(operation.responses)) {
        const type = status.startsWith('2') ? 'application/json' : 'application/problem+json';
        const types = status === '204' ? [] : [type];
        expect({ name, status, types: Object.keys(response.content ?? {}) }).toEqual({ name, status, types });
      }
    }
  });

  it('requires the bearer, with 401 and 403, on every route except register and webhooks; on connect it is optional', () => {
    for (const { name, operation } of operations().filter((one) => !/\/register$|\/webhooks\//.test(one.name))) {
      const security = name.endsWith('/connect') ? [{}, { accessToken: [] }] : [{ accessToken: [] }];
      expect({ name, security: operation.security }).toEqual({ name, security });
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['401', '403', '503']));
    }
  });

  it('contains every schema that it refers to', () => {
    const text = JSON.stringify(description);
    const references = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name ?? '');
    expect(references.length).toBeGreaterThan(10);
    for (const name of references) expect(Object.keys(description.components.schemas)).toContain(name);
    expect(text).not.toContain('"nullable"');
  });

  it('describes every path parameter', () => {
    for (const [path, methods] of Object.entries(description.paths)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const operation of Object.values(methods)) {
        const { parameters = [] } = operation as unknown as { parameters?: { name: string; in: string }[] };
        expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(names);
      }
    }
  });
});
