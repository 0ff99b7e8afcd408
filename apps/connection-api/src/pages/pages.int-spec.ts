import { createHash } from 'node:crypto';
import { problemKinds } from '@sync/service-runtime';
import { ConnectionApiUnderTest } from '../testing/connection-api-under-test';

let api: ConnectionApiUnderTest;
beforeAll(async () => (api = await ConnectionApiUnderTest.start()));
afterAll(() => api.stop());

async function page(path: string): Promise<{ status: number; headers: Headers; text: string }> {
  const response = await fetch(`${api.url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

it.each(Object.entries(problemKinds))(
  'the type of the problem %s is the address of a page with its cause and remedy',
  async (kind, { status, title }) => {
    const { status: given, headers, text } = await page(`/problems/${kind}`);
    expect([given, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    for (const part of [title, `Status ${status}`, 'What happened', 'What to do']) expect(text).toContain(part);
    expect((await page('/problems/')).text).toContain(`href="/problems/${kind}"`);
  },
);

it('an unknown problem is a 404 problem, and another method 405', async () => {
  const { body, status } = await api.get('/problems/no-such-problem');
  expect([status, body['type']]).toEqual([404, '/problems/not-found']);
  expect((await api.ask('POST', '/problems/not-found')).status).toBe(405);
});

it('pages run no script and load nothing', async () => {
  for (const path of ['/api/docs', '/problems/', '/problems/conflict']) {
    const { headers, text } = await page(path);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/]+=*';/);
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
    expect(headers.get('content-security-policy')).toContain(createHash('sha256').update(style).digest('base64'));
    expect(text).not.toMatch(/<script|<link [^>]*href="http|\son\w+=/);
  }
});
