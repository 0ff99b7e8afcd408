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

it('pages run no script but that of the reference, a file of this origin, and load nothing else', async () => {
  for (const path of ['/api/docs', '/problems/', '/problems/conflict']) {
    const { headers, text } = await page(path);
    const policy = headers.get('content-security-policy') ?? '';
    const scripts = path === '/api/docs' ? "; script-src 'self'; connect-src 'self'" : '';
    const style = createHash('sha256')
      .update(/<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '')
      .digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${style}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; ` +
        `require-trusted-types-for 'script'; trusted-types 'none'${scripts}`,
    );
    const own = path === '/api/docs' ? ['<script src="/api/docs/reference.js" defer></script>'] : [];
    expect([path, text.match(/<script[^]*?<\/script>/g) ?? []]).toEqual([path, own]);
    expect(text).not.toMatch(/<link [^>]*href="http|\sstyle=|\son\w+=/);
  }
  const script = await page('/api/docs/reference.js');
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
});
