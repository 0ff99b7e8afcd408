import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { freePort } from '@sync/embedded-services';
import { shops } from '@sync/platforms';
import { until } from '@sync/test-harness';
import { copyBuildContext, installCommand } from './build-context';
import { placeOf, runStages } from './dockerfile-stages';

const root = resolve('.');
const immutable = 'public, max-age=31536000, immutable';
const shortLived = 'public, max-age=60, must-revalidate';
const anyOrigin = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const javascript = { 'content-type': 'text/javascript; charset=utf-8' };
const page = { 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' };
const docsPolicy = {
  'x-frame-options': 'DENY',
  'content-security-policy': expect.stringMatching(/; trusted-types vue; img-src 'self' data:; frame-ancestors 'none'$/) as string,
};
const guarded = { 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' };

/** Of every response with a file that differs by path (docs/operations/gateway.md). */
const headersByPath: (readonly [path: string, headers: Record<string, string>])[] = [
  ['/widgets/v1/widgets.js', { 'cache-control': immutable, ...anyOrigin, ...javascript }],
  ['/widgets/v1/connector-widget.js', { 'cache-control': immutable, ...anyOrigin, ...javascript }],
  ['/widgets/widget.js', { 'cache-control': shortLived, ...anyOrigin, ...javascript }],
  ['/widgets/v1/integrity.json', { 'cache-control': shortLived, ...anyOrigin, 'content-type': 'application/json' }],
  ['/widgets/v1/widgets.d.ts', { 'cache-control': shortLived, ...anyOrigin, 'content-type': 'text/plain; charset=utf-8' }],
  [
    '/admin/',
    {
      ...page,
      ...guarded,
      'x-frame-options': 'DENY',
      'content-security-policy': expect.stringMatching(/; img-src data:; frame-src 'self'; frame-ancestors 'none'$/) as string,
    },
  ],
  [
    '/admin/preview/',
    {
      ...page,
      ...guarded,
      'x-frame-options': 'SAMEORIGIN',
      'content-security-policy': expect.stringMatching(/; sandbox allow-scripts; frame-ancestors 'self'$/) as string,
    },
  ],
  ['/admin/assets/*.js', { 'cache-control': immutable, ...javascript }],
  ...['/docs/', '/docs/callers', '/docs/operations/'].map((path) => [path, { ...page, ...guarded, ...docsPolicy }] as const),
  ['/docs/callers.md', { ...page, ...guarded, ...docsPolicy, 'content-type': 'text/markdown; charset=utf-8' }],
  ['/docs/llms.txt', { ...page, ...guarded, ...docsPolicy, 'content-type': 'text/plain; charset=utf-8' }],
  ['/docs/assets/app.*.js', { 'cache-control': immutable, ...javascript }],
];
const named = [...Object.keys({ ...anyOrigin, ...javascript, ...guarded }), 'cache-control', 'x-frame-options', 'content-security-policy'];

describe('the static image', () => {
  const folder = mkdtempSync(join(tmpdir(), 'static-files-'));
  let workspace: string;
  let server: ChildProcess | undefined;
  let url: string;

  beforeAll(async () => {
    if (spawnSync('nginx', ['-v']).error) throw new Error('This machine has no nginx: apt-get install nginx-light.');
    // The files are readable for the account of nginx.
    chmodSync(folder, 0o755);
    const context = join(folder, 'context');
    copyBuildContext(context);
    const stages = await runStages(readFileSync('docker/static.Dockerfile', 'utf8'), {
      context,
      folder: join(folder, 'stages'),
      arguments: { NODE_IMAGE: 'node', NGINX_IMAGE: 'nginx' },
      cached: {
        [installCommand]: async (workdir) => {
          symlinkSync(join(root, 'node_modules'), join(workdir, 'node_modules'));
          // Compiling the widgets again would take ten seconds: a build leaves fresh ones alone.
          cpSync('dist/apps/widgets', join(workdir, 'dist/apps/widgets'), { recursive: true });
        },
      },
    });
    workspace = placeOf(stages.get('build')!);
    const image = stages.get('static-files')!;
    const port = await freePort();
    const paths: [string, string][] = [
      ['/tmp/', `${folder}/`],
      ['listen 8080', `listen 127.0.0.1:${port}`],
      ['root /site', `root ${placeOf(image, '/site')}`],
    ];
    const configuration = readFileSync(placeOf(image, '/etc/nginx/nginx.conf'), 'utf8');
    const here = paths.reduce((text, [from, to]) => text.replaceAll(from, to), configuration);
    writeFileSync(join(folder, 'nginx.conf'), here);
    server = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], { stdio: 'ignore' });
    url = `http://127.0.0.1:${port}`;
    await until(() =>
      fetch(`${url}/health/live`).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  });
  afterAll(async () => {
    if (server?.kill('SIGQUIT')) await once(server, 'exit');
    rmSync(folder, { recursive: true, force: true });
  });

  it.each(headersByPath)('serves %s with the headers that pages rely on, compressed, and 304 for a known ETag', async (path, headers) => {
    const [start = '', end] = basename(path).split('*');
    const names = end === undefined ? [] : readdirSync(join(workspace, 'site', dirname(path)));
    const asset = names.find((name) => name.startsWith(start) && name.endsWith(end ?? '')) ?? basename(path);
    const address = `${url}${path.endsWith('/') ? path : join(dirname(path), asset)}`;
    const response = await fetch(address, { headers: { 'accept-encoding': 'gzip' } });
    const sent = Object.fromEntries(named.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)]] : [])));
    expect({ status: response.status, sent }).toEqual({ status: 200, sent: headers });
    expect([
      response.headers.get('x-content-type-options'),
      response.headers.get('content-encoding'),
      response.headers.get('vary'),
    ]).toEqual(['nosniff', 'gzip', 'Accept-Encoding']);
    const again = await fetch(address, { headers: { 'accept-encoding': 'gzip', 'if-none-match': response.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  it('serves the scripts of this build by their integrity, and nothing else', async () => {
    const [, version = ''] = /widgetsVersion = '(\w+)'/.exec(readFileSync('tools/dev/src/gateway/static-files.ts', 'utf8')) ?? [];
    const text = async (path: string) => (await fetch(`${url}${path}`)).text();
    expect(await text(`/widgets/${version}/widgets.js`)).toBe(readFileSync('dist/apps/widgets/widgets.js', 'utf8').replace('\ufeff', ''));
    const statuses = await Promise.all(
      ['/', '/widgets/v2/widgets.js', '/admin/../etc/passwd', '/widgets/v1/package/index.js'].map((path) => fetch(`${url}${path}`)),
    );
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('serves the plugins for shops as files for anyone, which are asked for again after a minute', async () => {
    const zips = readdirSync('dist/apps/widgets/plugins');
    expect(zips).toHaveLength(2 * shops.length);
    for (const zip of zips) {
      const { headers, ...response } = await fetch(`${url}/widgets/plugins/${zip}`).then(async (got) => ({
        headers: got.headers,
        bytes: Buffer.from(await got.arrayBuffer()),
      }));
      const sent = ['content-type', 'cache-control', 'access-control-allow-origin'].map((name) => headers.get(name));
      expect(sent).toEqual(['application/zip', shortLived, '*']);
      expect(response.bytes).toEqual(readFileSync(join('dist/apps/widgets/plugins', zip)));
    }
  });

  it('serves the documentation from a folder without its slash, and a page for what it lacks, under the same policy', async () => {
    expect((await fetch(`${url}/docs/operations`)).url).toBe(`${url}/docs/operations/`);
    const [found, missing] = await Promise.all(['/docs/', '/docs/missing'].map((path) => fetch(`${url}${path}`)));
    expect([missing?.status, await missing?.text()]).toEqual([404, expect.stringContaining('<title>404')]);
    for (const name of named) expect([name, missing?.headers.get(name)]).toEqual([name, found?.headers.get(name)]);
  });

  /** Returns the error output; null for none. */
  function assemble(released: string): string | null {
    const program = join(workspace, 'docker/static/assemble.mjs');
    try {
      execFileSync(process.execPath, [program, join(folder, 'site')], { env: { RELEASED_WIDGETS: released }, stdio: 'pipe' });
      return null;
    } catch (error) {
      return (error as { stderr: Buffer }).stderr.toString();
    }
  }

  it('keeps the scripts of released versions unchanged, and refuses others under a released name', () => {
    const released = join(folder, 'released');
    const version = (name: string) => join(released, name);
    for (const name of ['v0', 'v1']) cpSync('dist/apps/widgets', version(name), { recursive: true });
    expect(assemble(released)).toBeNull();
    expect(readFileSync(join(folder, 'site/widgets/v0/widgets.js'))).toEqual(readFileSync('dist/apps/widgets/widgets.js'));

    writeFileSync(join(version('v0'), 'widget.js'), 'changed');
    expect(assemble(released)).toMatch(/widget\.js is not the script that integrity\.json of v0 names\./);

    rmSync(version('v0'), { recursive: true });
    mkdirSync(released, { recursive: true });
    const other = { 'widget.js': 'sha384-gx3NQgFlBqcbJoC6a/OLM/CHTcqDC7zTuJx3lGLzc38pr0J8QZmWvXJJj6K/kBrf' };
    writeFileSync(join(version('v1'), 'integrity.json'), JSON.stringify(other));
    writeFileSync(join(version('v1'), 'widget.js'), '');
    expect(assemble(released)).toMatch(/integrity\.json of v1 names|are released, and those of this build differ/);
  });
});
