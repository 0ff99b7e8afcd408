import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Gateway } from './gateway';
import { staticFiles } from './static-files';

describe('the static files of npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'static-files-'));
  const docs = [
    'docs/index.html',
    'docs/404.html',
    'docs/callers.html',
    'docs/callers.md',
    'docs/reference/index.html',
    'docs/assets/app.ABC.js',
  ];
  let gateway: Gateway;

  beforeAll(async () => {
    for (const name of ['admin/assets', 'admin/preview', 'docs/assets', 'docs/reference', 'widgets/plugins'])
      mkdirSync(join(folder, name), { recursive: true });
    for (const name of ['admin/index.html', 'admin/preview/index.html', 'admin/assets/main-ABC.js', 'secret.js', ...docs])
      writeFileSync(join(folder, name), name);
    for (const name of [
      'connector-widget.js',
      'widget.js',
      'webhooks-widget.js',
      'widgets.js',
      'integrity.json',
      'widgets.d.ts',
      'plugins/plugin.zip',
    ])
      writeFileSync(join(folder, 'widgets', name), name);
    const pages = [staticFiles({ widgets: join(folder, 'widgets'), adminPanel: join(folder, 'admin'), docs: join(folder, 'docs') })];
    gateway = await Gateway.start({ host: '127.0.0.1', port: 0, appPorts: new Map(), pages });
  });
  afterAll(async () => {
    gateway.cutOff();
    await gateway.drain();
    rmSync(folder, { recursive: true });
  });

  const immutable = 'public, max-age=31536000, immutable';
  const shortLived = 'public, max-age=60, must-revalidate';

  it.each([
    ['/widgets/v1/widget.js', 'widget.js', immutable, null],
    ['/widgets/widget.js?v=1', 'widget.js', shortLived, null],
    ['/widgets/plugins/plugin.zip', 'plugins/plugin.zip', shortLived, null],
    ['/widgets/v1/integrity.json', 'integrity.json', shortLived, null],
    ['/widgets/v1/widgets.d.ts', 'widgets.d.ts', shortLived, null],
    ['/admin/', 'admin/index.html', 'no-cache', 'DENY'],
    ['/admin/preview/', 'admin/preview/index.html', 'no-cache', 'SAMEORIGIN'],
    ['/admin/assets/main-ABC.js', 'admin/assets/main-ABC.js', immutable, null],
    ['/docs/', 'docs/index.html', 'no-cache', 'DENY'],
    ['/docs/callers', 'docs/callers.html', 'no-cache', 'DENY'],
    ['/docs/callers.md', 'docs/callers.md', 'no-cache', 'DENY'],
    ['/docs/reference', 'docs/reference/index.html', 'no-cache', 'DENY'],
    ['/docs/assets/app.ABC.js', 'docs/assets/app.ABC.js', immutable, null],
  ])('%s has the headers that docker/static/nginx.conf gives it', async (path, content, caching, framing) => {
    const production = readFileSync('docker/static/nginx.conf', 'utf8');
    const { headers, ...response } = await fetch(gateway.url + path).then(async (got) => ({
      headers: got.headers,
      text: await got.text(),
    }));
    expect(response.text).toBe(content);
    expect([headers.get('cache-control'), headers.get('x-frame-options')]).toEqual([caching, framing]);
    expect(headers.get('access-control-allow-origin')).toBe(path.startsWith('/widgets/') ? '*' : null);
    expect(headers.has('content-security-policy')).toBe(framing !== null);
    const compared = ['cache-control', 'content-security-policy', 'x-frame-options', 'cross-origin-resource-policy', 'referrer-policy'];
    for (const value of compared.map((name) => headers.get(name))) expect(production).toContain(value === null ? '' : `"${value}"`);
  });

  it('are cached as docs/operations/gateway.md says', async () => {
    const rows = readFileSync('docs/operations/gateway.md', 'utf8').matchAll(/^\| (`.*`|the same) +\| `(\/.*\/)` +\| `(.*)` +\|$/gm);
    const compared: string[] = [];
    let names: string[] = [];
    for (const [, files = '', place = '', caching] of rows) {
      if (files !== 'the same') names = [...files.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      for (const name of names) {
        const path = place + (name.endsWith('index.html') ? '' : name.replace('assets/*', 'main-ABC.js'));
        expect([path, (await fetch(gateway.url + path)).headers.get('cache-control')]).toEqual([path, caching]);
        compared.push(path);
      }
    }
    expect(compared).toHaveLength(10);
  });

  it('of the documentation include a page for what is missing, under the same policy', async () => {
    const [found, missing] = await Promise.all(['/docs/', '/docs/missing'].map((path) => fetch(gateway.url + path)));
    expect([missing?.status, await missing?.text()]).toEqual([404, 'docs/404.html']);
    for (const name of ['cache-control', 'content-security-policy', 'x-frame-options'])
      expect(missing?.headers.get(name)).toBe(found?.headers.get(name));
  });

  it('are nothing else, and panel and documentation are also found without the slash', async () => {
    for (const path of ['/widgets/v2/widget.js', '/widgets/..%2fsecret.js', '/widgets/v1/%2e%2e/secret.js', '/admin/assets/x.js']) {
      const { status, headers } = await fetch(gateway.url + path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 404, null]);
    }
    for (const name of ['admin', 'docs']) expect((await fetch(`${gateway.url}/${name}`)).url).toBe(`${gateway.url}/${name}/`);
  });
});
