import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describedGateway } from './testing/described-gateway';
import { widgetAnswers } from './widget-files';

const problemType = 'application/problem+json; charset=utf-8';
const contents = {
  'connector-widget.js': `/* ${randomBytes(500).toString('hex')} */`,
  'widget.js': `/* ${randomBytes(500).toString('hex')} ä */`,
  'widgets.d.ts': 'export {};\n',
  'integrity.json': '{ "connector-widget.js": "sha384-x", "widget.js": "sha384-y" }\n',
};

describe('the files of the widgets', () => {
  const { begin, gateway } = describedGateway();
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'widgets-'));
    for (const [name, content] of Object.entries(contents)) writeFileSync(join(folder, name), content);
    writeFileSync(join(folder, 'secret.txt'), 'secret');
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeEach(async () => begin({}, new Map(await widgetAnswers(folder))));

  /** As it goes over the wire: fetch would undo the encoding and tidy the path. */
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<IncomingMessage & { body: Buffer }>((resolve, reject) => {
      request({ port: new URL(gateway().url).port, path, headers, method, agent: false }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve(Object.assign(answer, { body: Buffer.concat(chunks) })));
      })
        .on('error', reject)
        .end();
    });

  describe.each([
    ['/widgets/v1/connector-widget.js', 'connector-widget.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/widgets/v1/widget.js', 'widget.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/widgets/v1/widgets.d.ts', 'widgets.d.ts', 'text/plain; charset=utf-8', 'public, max-age=60, must-revalidate'],
    ['/widgets/v1/integrity.json', 'integrity.json', 'application/json', 'public, max-age=60, must-revalidate'],
    ['/widgets/connector-widget.js', 'connector-widget.js', 'text/javascript; charset=utf-8', 'public, max-age=60, must-revalidate'],
    ['/widgets/widget.js', 'widget.js', 'text/javascript; charset=utf-8', 'public, max-age=60, must-revalidate'],
  ] as const)('%s', (path, name, type, cacheControl) => {
    it('is the built file, for pages of any origin, and kept by caches', async () => {
      const answer = await raw(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.body.toString()).toBe(contents[name]);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'cache-control': cacheControl,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        vary: 'Accept-Encoding',
      });
    });

    it('comes compressed to who takes that, each form with its own tag', async () => {
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

    it('is 304 without a body to who has it', async () => {
      const { etag = '' } = (await raw(path, { 'accept-encoding': 'br' })).headers;
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await raw(path, { 'accept-encoding': 'br', 'if-none-match': known });
        expect([known, answer.statusCode, answer.body.length, answer.headers.etag]).toEqual([known, 304, 0, etag]);
        expect(answer.headers).toMatchObject({
          'cache-control': cacheControl,
          vary: 'Accept-Encoding',
          'access-control-allow-origin': '*',
        });
      }
      expect((await raw(path, { 'accept-encoding': 'br', 'if-none-match': '"other"' })).statusCode).toBe(200);
    });

    it('HEAD tells the same without the content; other methods are 405', async () => {
      const { date: _got, 'x-request-id': _one, ...headers } = (await raw(path)).headers;
      const head = await raw(path, {}, 'HEAD');
      const { date: _told, 'x-request-id': _other, ...told } = head.headers;
      expect([head.statusCode, head.body.length, told]).toEqual([200, 0, headers]);
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const answer = await raw(path, {}, method);
        expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
        expect(answer.headers['content-type']).toBe(problemType);
      }
    });
  });

  it('what browsers keep for good (`immutable`) is what integrity.json covers, and nothing else', async () => {
    const kept: string[] = [];
    for (const [path] of await widgetAnswers(folder))
      if (/immutable/.test((await raw(path)).headers['cache-control'] ?? '')) kept.push(path);
    expect(kept).toEqual(Object.keys(JSON.parse(contents['integrity.json']) as object).map((name) => `/widgets/v1/${name}`));
  });

  it('docs/operators.md tells whoever serves them otherwise the same addresses and the same caching', async () => {
    const [, section = ''] = readFileSync('docs/operators.md', 'utf8').split('\n## Serving the widgets\n');
    const rows = [...section.matchAll(/^\| (`.*`|the same) +\| `(\/widgets\/.*)` +\| `(.*)` +\|$/gm)];
    let names: string[] = [];
    const told = rows.flatMap(([, files = '', folder = '', cacheControl]) => {
      if (files !== 'the same') names = [...files.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      return names.map((name) => [folder + name, cacheControl]);
    });
    const served = (await widgetAnswers(folder)).map(async ([path]) => [path, (await raw(path)).headers['cache-control']]);
    expect(told.sort()).toEqual((await Promise.all(served)).sort());
  });

  it('the versioned address and the alias have the same bytes', async () => {
    for (const name of ['connector-widget.js', 'widget.js']) {
      const [versioned, alias] = [await raw(`/widgets/v1/${name}`), await raw(`/widgets/${name}?x=1`)];
      expect(versioned.body.equals(alias.body)).toBe(true);
      expect(versioned.headers.etag).toBe(alias.headers.etag);
    }
  });

  it.each([
    '/widgets', '/widgets/', '/widgets/v1', '/widgets/v1/', '/widgets/v2/widget.js', '/widgets/widgets.d.ts', '/widgets/secret.txt', '/widgets/v1/secret.txt',
    '/widgets/v1/../secret.txt', '/widgets/v1/%2e%2e/secret.txt', '/widgets/..%2fwidgets%2fsecret.txt', '/widgets/v1/..\\secret.txt', '/widgets//widget.js',
    '/widgets/v1/widget.js%00', '/widgets/v1/WIDGET.JS', '/widgets/__proto__', '/widgets/v1/constructor',
  ])('%s is 404 application/problem+json', async (path) => {
    const answer = await raw(path);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, problemType]);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ type: '/problems/not-found', status: 404 });
  }); // prettier-ignore

  it('a gateway without its widgets does not start', async () => {
    await expect(widgetAnswers(join(folder, 'nothing-here'))).rejects.toThrow(/ENOENT/);
  });
});
