import { describeApi, descriptionOf, operationsOf, type Description } from '@sync/http-api/testing';
import { connectionApi } from '../connection-api';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';

let api: ConnectionApiUnderTest;
let description: Description;

beforeAll(async () => {
  api = await ConnectionApiUnderTest.start();
  ({ body: description } = await api.get<Description>('/api/openapi.json'));
});
afterAll(() => api.stop());

describe('the description at /api/openapi.json', () => {
  describeApi({
    api: () => api,
    address: '/api/openapi.json',
    project: 'connection-api',
    described: () => descriptionOf(connectionApi, '/api/openapi.json'),
    open: ['POST /api/system-connections/register', 'POST /api/webhooks/{connection}'],
    elsewhere: ['POST /api/webhooks/{connection}'],
  });

  it('declares the bearer scheme, which is optional on connect only', () => {
    expect(description.components.securitySchemes).toEqual({
      accessToken: expect.objectContaining({ type: 'http', scheme: 'bearer' }) as unknown,
    });
    const optional = operationsOf(description).filter(({ operation }) =>
      operation.security?.some((scheme) => Object.keys(scheme).length === 0),
    );
    expect(optional.map(({ name }) => name)).toEqual(['POST /api/system-connections/connect']);
  });

  it('lists exactly the routes of the service', () => {
    expect(
      operationsOf(description)
        .map(({ name }) => name)
        .sort(),
    ).toEqual([
      'DELETE /api/access-tokens/current',
      'DELETE /api/access-tokens/{token_id}',
      'DELETE /api/system-connections/{id}',
      'DELETE /api/system-connections/{id}/widget-tokens/{token_id}',
      'DELETE /api/widget/connection',
      'DELETE /api/widget/connections/{id}',
      'GET /api/access-tokens',
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
      'POST /api/system-connections/{id}/syncs/{run_id}/confirm-deletions',
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
});
