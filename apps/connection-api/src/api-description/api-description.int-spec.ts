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
});
