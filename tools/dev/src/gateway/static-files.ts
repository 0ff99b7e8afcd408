import { resolve } from 'node:path';
import send from '@fastify/send';
import { Problem } from '@sync/service-runtime';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';

/** Where the panel is. Its screens are behind a `#`, so this is its only page, besides the one in its frame. */
export const adminPanelPath = '/admin/';

/** Scripts of a version never change, because pages pin their integrity (docs/decisions/018-widgets.md). */
const widgetsVersion = 'v1';

const anyOrigin = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };
const page = { 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' };
const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

/** The first path that fits decides. docker/static/nginx.conf sends the same in production; a test compares them. */
const headersByPath: readonly [path: RegExp, headers: Readonly<Record<string, string>>][] = [
  [/^\/widgets\/v\d+\/[\w-]+\.js$/, { ...anyOrigin, ...immutable }],
  [/^\/widgets\//, { ...anyOrigin, 'cache-control': 'public, max-age=60, must-revalidate' }],
  [/^\/admin\/assets\//, immutable],
  [
    /^\/admin\/preview\//,
    { ...page, 'content-security-policy': `${strict}; sandbox allow-scripts; frame-ancestors 'self'`, 'x-frame-options': 'SAMEORIGIN' },
  ],
  [
    /^\/admin\//,
    { ...page, 'content-security-policy': `${strict}; img-src data:; frame-src 'self'; frame-ancestors 'none'`, 'x-frame-options': 'DENY' },
  ],
];

function headersOf(url: string): Readonly<Record<string, string>> {
  const [path = ''] = url.split('?');
  const [, headers] = headersByPath.find(([pattern]) => pattern.test(path)) ?? [];
  return { ...headers, 'x-content-type-options': 'nosniff' };
}

interface FileToSend {
  folder: string;
  path: string;
  headers?: Readonly<Record<string, string>>;
}

/** Throws a 404 problem. docs/decisions/002-packages.md says why this is not @fastify/static. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, { folder, path, headers }: FileToSend): Promise<FastifyReply> {
  const found = await send(request.raw, `/${path}`, { root: resolve(folder), cacheControl: false });
  if (found.type !== 'file') throw new Problem('not-found', 'There is no such file.');
  return reply
    .code(found.statusCode)
    .headers({ ...found.headers, ...headers })
    .send(found.stream);
}

/** The widgets and the admin panel, from the folders that the build fills. */
export function staticFiles({ widgets, adminPanel }: { widgets: string; adminPanel: string }): FastifyPluginAsync {
  const folders = { [`/widgets/${widgetsVersion}/`]: widgets, '/widgets/': widgets, [adminPanelPath]: adminPanel };
  return async (server) => {
    for (const [prefix, folder] of Object.entries(folders))
      server.get<{ Params: { '*': string } }>(`${prefix}*`, (request, reply) =>
        sendFile(request, reply, { folder, path: request.params['*'], headers: headersOf(request.url) }),
      );
    server.get('/admin', (_, reply) => reply.redirect(adminPanelPath, 308));
  };
}
