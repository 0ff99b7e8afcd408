import { problemKinds } from '@sync/service-runtime';
import { problemBody, type GatewayStatus } from './problems';

describe('problems of the gateway', () => {
  it.each([400, 404, 405, 408, 431, 503] as GatewayStatus[])('%d is of a kind that the apps know, with the same title', (status) => {
    const problem = JSON.parse(problemBody({ status, detail: 'd', instance: '/x' })) as { type: string; title: string };
    expect(problem).toEqual({
      type: expect.stringMatching(/^\/problems\//) as string,
      title: expect.any(String) as string,
      status,
      detail: 'd',
      instance: '/x',
    });
    const kind = Object.entries(problemKinds).find(([name]) => `/problems/${name}` === problem.type)?.[1];
    expect(kind).toMatchObject({ status, title: problem.title });
  });
});
