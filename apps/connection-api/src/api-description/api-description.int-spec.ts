import { describeApi, descriptionOf, operationsOf, type Description } from '@sync/http-api/testing';
import { connectionApi } from '../connection-api';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
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
    open: ['POST /api/system-connections/register', 'POST /api/webhooks/{connection}', 'POST /api/widget/register'],
    elsewhere: ['POST /api/webhooks/{connection}'],
  });

  it('is what the types of the client are made of (otherwise: the same command)', () => {
    const program = (...words: string[]) =>
      execFileSync(process.execPath, ['tools/build/client-types.mjs', ...words], { encoding: 'utf8' });
    if (process.env.WRITE_DESCRIPTION === '1') program();
    expect(program('--print')).toBe(readFileSync('libs/client/src/api-types.ts', 'utf8'));
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
