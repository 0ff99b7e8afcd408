import { initialise, type EmbeddingSystem } from './testing/actors';
import { ConnectionApiUnderTest } from './testing/connection-api-under-test';

const connect = '/api/system-connections/connect';
const page = 'https://page.example';

const preflight = (api: ConnectionApiUnderTest, path: string, method: string, headers = 'content-type', origin = page) =>
  api.ask('OPTIONS', path, { headers: { origin, 'access-control-request-method': method, 'access-control-request-headers': headers } });

describe('CORS', () => {
  let api: ConnectionApiUnderTest;
  let owner: EmbeddingSystem;
  beforeAll(async () => {
    api = await ConnectionApiUnderTest.start();
    owner = await initialise(api);
  });
  afterAll(() => api.stop());

  it.each([
    [connect, 'POST'],
    ['/api/widget/register', 'POST'],
    ['/api/widget/configuration', 'GET'],
    ['/api/widget/configuration', 'PATCH'],
    ['/api/widget/connections/x/status', 'GET'],
  ])('accepts the preflight of %s %s from any origin, without credentials', async (path, method) => {
    const { status, headers } = await preflight(api, path, method, 'authorization, content-type');
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(page);
    expect(headers.get('access-control-allow-methods')?.split(', ')).toContain(method);
    expect(headers.get('access-control-allow-headers')).toContain('authorization');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toContain('Origin');
  });

  it('adds CORS headers to responses and errors, and exposes Date, Retry-After and X-Request-Id', async () => {
    const responses = [
      await api.get('/api/widget/configuration', owner.token, { origin: page }),
      await api.get('/api/widget/configuration', undefined, { origin: page }),
      await api.get('/api/widget/unknown', undefined, { origin: page }),
      await api.connect({ system_slug: 'mailing_platform' }, undefined, { origin: page }),
      await api.connect({}, owner.token, { origin: page }),
      await api.connect({ system_slug: 'x' }, undefined, { origin: page }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 401, 404, 201, 201, 422]);
    for (const { headers } of responses) {
      expect(headers.get('access-control-allow-origin')).toBe(page);
      expect(headers.get('access-control-expose-headers')).toMatch(/Date.*Retry-After.*X-Request-Id/);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
  });

  it('adds no CORS headers on other paths', async () => {
    for (const path of [
      '/api/system-connections',
      '/api/system-connections/register',
      '/api/records/orders',
      '/api/openapi.json',
      '/health/live',
    ]) {
      expect((await api.get(path, owner.token, { origin: page })).headers.get('access-control-allow-origin')).toBeNull();
      expect((await preflight(api, path, 'GET')).headers.get('access-control-allow-origin')).toBeNull();
    }
  });
});

describe('DIRECT_INIT_ALLOWED_ORIGINS', () => {
  let api: ConnectionApiUnderTest;
  beforeAll(async () => {
    api = await ConnectionApiUnderTest.start({ DIRECT_INIT_ALLOWED_ORIGINS: 'https://mail.example, https://other.example' });
  });
  afterAll(() => api.stop());
  const initialiseFrom = (headers: Record<string, string>) => api.connect({ system_slug: 'mailing_platform' }, undefined, headers);

  it('accepts variant A from listed origins and from servers, which send none; any other gets 403 and creates nothing', async () => {
    expect([(await initialiseFrom({ origin: 'https://mail.example' })).status, (await initialiseFrom({})).status]).toEqual([201, 201]);
    expect((await preflight(api, connect, 'POST', 'content-type', 'https://mail.example')).headers.get('access-control-allow-origin')).toBe(
      'https://mail.example',
    );
    const count = await api.value('select count(*)::int from tenants');
    for (const origin of [page, 'null', 'https://mail.example.evil.example', 'http://mail.example']) {
      const response = await initialiseFrom({ origin });
      expect(response.body).toMatchObject({ status: 403, type: '/problems/forbidden' });
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      expect((await preflight(api, connect, 'POST', 'content-type', origin)).headers.get('access-control-allow-origin')).toBeNull();
    }
    expect(await api.value('select count(*)::int from tenants')).toBe(count);
  });

  it('does not restrict the other variants', async () => {
    const { token } = await initialise(api);
    expect((await preflight(api, connect, 'POST', 'authorization,content-type')).headers.get('access-control-allow-origin')).toBe(page);
    const response = await api.connect({}, token, { origin: page });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([201, page]);
  });
});
