import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describedGateway, startDevelopmentGateway } from './testing/described-gateway';
import { widgetRoutes } from './widget-files';

const problemType = 'application/problem+json; charset=utf-8';
const contents = {
  'connector-widget.js': `/* ${randomBytes(500).toString('hex')} */`,
  'widget.js': `/* ${randomBytes(500).toString('hex')} ä */`,
  'widgets.js': `/* ${randomBytes(500).toString('hex')} */`,
  'widgets.d.ts': 'export {};\n',
  'integrity.json': '{ "connector-widget.js": "sha384-x", "widget.js": "sha384-y", "widgets.js": "sha384-z" }\n',
};

describe('widget files', () => {
  const { begin, gateway } = describedGateway(startDevelopmentGateway);
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'widgets-'));
    for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content);
    writeFileSync(join(folder, 'secret.txt'), 'secret');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => begin({}, new Map(await widgetRoutes(folder))));

  /** Without fetch, which would decode the body and normalise the path. */
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<IncomingMessage & { body: Buffer }>((resolve, reject) => {
      request({ port: new URL(gateway().url).port, path, headers, method, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve(Object.assign(response, { body: Buffer.concat(chunks) })));
      })
        .on('error', reject)
        .end();
    });

  describe.each([
    ['/widgets/v1/connector-widget.js', 'connector-widget.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/widgets/v1/widget.js', 'widget.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/widgets/v1/widgets.js', 'widgets.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/widgets/v1/widgets.d.ts', 'widgets.d.ts', 'text/plain; charset=utf-8', 'public, max-age=60, must-revalidate'],
    ['/widgets/v1/integrity.json', 'integrity.json', 'application/json', 'public, max-age=60, must-revalidate'],
    ['/widgets/connector-widget.js', 'connector-widget.js', 'text/javascript; charset=utf-8', 'public, max-age=60, must-revalidate'],
    ['/widgets/widget.js', 'widget.js', 'text/javascript; charset=utf-8', 'public, max-age=60, must-revalidate'],
    ['/widgets/widgets.js', 'widgets.js', 'text/javascript; charset=utf-8', 'public, max-age=60, must-revalidate'],
  ] as const)('%s', (path, name, type, cacheControl) => {
    it('is the built file, cacheable and open to any origin', async () => {
      const response = await raw(path);
      expect(response.statusCode).toBe(200);
      expect(response.body.toString()).toBe(contents[name]);
      expect(response.headers).toMatchObject({
        'content-type': type,
        'cache-control': cacheControl,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      });
    });

    it('is compressed on request, each encoding with its own ETag', async () => {
      const [br, gzip, plain] = [
        await raw(path, { 'accept-encoding': 'gzip, br' }),
        await raw(path, { 'accept-encoding': 'gzip' }),
        await raw(path),
      ];
      expect([br.headers['content-encoding'], gzip.headers['content-encoding'], plain.headers['content-encoding']]).toEqual([
        'br',
        'gzip',
        undefined,
      ]);
      expect(brotliDecompressSync(br.body).toString()).toBe(contents[name]);
      expect(gunzipSync(gzip.body).toString()).toBe(contents[name]);
      for (const { headers, body } of [br, gzip, plain]) expect(headers['content-length']).toBe(String(body.length));
      expect(new Set([br, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
    });

    it('is 304 for a cached copy', async () => {
      const { etag = '' } = (await raw(path, { 'accept-encoding': 'br' })).headers;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await raw(path, { 'accept-encoding': 'br', 'if-none-match': known });
        expect([known, response.statusCode, response.body.length, response.headers.etag]).toEqual([known, 304, 0, etag]);
        expect(response.headers).toMatchObject({
          'cache-control': cacheControl,
          vary: 'Accept-Encoding',
          'access-control-allow-origin': '*',
        });
      }
      expect((await raw(path, { 'accept-encoding': 'br', 'if-none-match': '"other"' })).statusCode).toBe(200);
    });

    it('HEAD returns the same headers; other methods are 405', async () => {
      const { date: _date, 'x-request-id': _id, ...headers } = (await raw(path)).headers;
      const head = await raw(path, {}, 'HEAD');
      const { date: _headDate, 'x-request-id': _headId, ...headHeaders } = head.headers;
      expect([head.statusCode, head.body.length, headHeaders]).toEqual([200, 0, headers]);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const response = await raw(path, {}, method);
        expect([response.statusCode, response.headers.allow]).toEqual([405, 'GET, HEAD']);
        expect(response.headers['content-type']).toBe(problemType);
      }
    });
  });

  it('exactly the files in integrity.json are immutable', async () => {
    const kept: string[] = [];
    for (const [path] of await widgetRoutes(folder))
      if (/immutable/.test((await raw(path)).headers['cache-control'] ?? '')) kept.push(path);
    expect(kept).toEqual(Object.keys(JSON.parse(contents['integrity.json']) as object).map((name) => `/widgets/v1/${name}`));
  });

  it('docs/operations/gateway.md lists the same paths and caching', async () => {
    const [, section = ''] = readFileSync('docs/operations/gateway.md', 'utf8').split('\n## Serving the widgets\n');
    const rows = [...section.matchAll(/^\| (`.*`|the same) +\| `(\/widgets\/.*)` +\| `(.*)` +\|$/gm)];
    let names: string[] = [];
    const documented = rows.flatMap(([, files = '', folder = '', cacheControl]) => {
      if (files !== 'the same') names = [...files.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return names.map((name) => [folder + name, cacheControl]);
    });
    const served = (await widgetRoutes(folder)).map(async ([path]) => [path, (await raw(path)).headers['cache-control']]);
    expect(documented.sort()).toEqual((await Promise.all(served)).sort());
  });

  it('versioned path and alias serve the same bytes', async () => {
    for (const name of ['connector-widget.js', 'widget.js', 'widgets.js']) {
      const [versioned, alias] = [await raw(`/widgets/v1/${name}`), await raw(`/widgets/${name}?x=1`)];
      expect(versioned.body.equals(alias.body)).toBe(true);
      expect(versioned.headers.etag).toBe(alias.headers.etag);
    }
  });

  it.each([
    '/widgets', '/widgets/', '/widgets/v1', '/widgets/v1/', '/widgets/v2/widget.js', '/widgets/widgets.d.ts', '/widgets/secret.txt', '/widgets/v1/secret.txt',
    '/widgets/v1/../secret.txt', '/widgets/v1/%2e%2e/secret.txt', '/widgets/..%2fwidgets%2fsecret.txt', '/widgets/v1/..\\secret.txt', '/widgets//widget.js',
    '/widgets/v1/widget.js%00', '/widgets/v1/WIDGET.JS', '/widgets/__proto__', '/widgets/v1/constructor',
  ])('404 problem for %s', async (path) => {
    const response = await raw(path);
    expect([response.statusCode, response.headers['content-type']]).toEqual([404, problemType]);
    expect(JSON.parse(response.body.toString())).toMatchObject({ type: '/problems/not-found', status: 404 });
  }); // prettier-ignore

  it('rejects a folder without the built widgets', async () => {
    await expect(widgetRoutes(join(folder, 'nothing-here'))).rejects.toThrow(/ENOENT/);
  });
});
