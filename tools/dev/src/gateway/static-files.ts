import { resolve } from 'node:path';
import send from '@fastify/send';
import { Problem } from '@sync/service-runtime';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';

/** Where the panel is. Its screens are behind a `#`, so this is its only page, besides the one in its frame. */
export const adminPanelPath = '/admin/';
export const docsPath = '/docs/';

/** Scripts of a version never change, because pages pin their integrity (docs/decisions/018-widgets.md). */
const widgetsVersion = 'v1';

const anyOrigin = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };
const page = { 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer', 'cross-origin-opener-policy': 'same-origin' };
const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'; trusted-types";

/** The first path that fits decides. docker/static/nginx.conf sends the same in production; a test compares them. */
const headersByPath: readonly [path: RegExp, headers: Readonly<Record<string, string>>][] = [
  [/^\/widgets\/v\d+\/[\w-]+\.js$/, { ...anyOrigin, ...immutable }],
  [/^\/widgets\//, { ...anyOrigin, 'cache-control': 'public, max-age=60, must-revalidate' }],
  [/^\/admin\/assets\//, immutable],
  [
    /^\/admin\/preview\//,
    {
      ...page,
      'content-security-policy': `${strict} 'none'; sandbox allow-scripts; frame-ancestors 'self'`,
      'x-frame-options': 'SAMEORIGIN',
    },
  ],
  [
    /^\/admin\//,
    {
      ...page,
      'content-security-policy': `${strict} 'none'; img-src data:; frame-src 'self'; frame-ancestors 'none'`,
      'x-frame-options': 'DENY',
    },
  ],
  [/^\/docs\/assets\//, immutable],
  [
    /^\/docs\//,
    { ...page, 'content-security-policy': `${strict} vue; img-src 'self' data:; frame-ancestors 'none'`, 'x-frame-options': 'DENY' },
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

/** A page without its extension, a folder with a slash, and a page of its own for what is missing. */
async function sendDocs(request: FastifyRequest, reply: FastifyReply, folder: string, path: string): Promise<FastifyReply> {
  const options = { root: resolve(folder), cacheControl: false, extensions: ['html'] };
  const found = await send(request.raw, `/${path}`, options);
  if (found.type === 'directory') return reply.redirect(`${docsPath}${path}/`, 301);
  const sent = found.type === 'file' ? found : await send(request.raw, '/404.html', options);
  if (sent.type !== 'file') throw new Problem('not-found', 'There is no such file.');
  return reply
    .code(found.type === 'file' ? sent.statusCode : 404)
    .headers({ ...sent.headers, ...headersOf(found.type === 'file' ? request.url : docsPath) })
    .send(sent.stream);
}

/** The widgets, the admin panel and the documentation, from the folders that the build fills. */
export function staticFiles({ widgets, adminPanel, docs }: { widgets: string; adminPanel: string; docs: string }): FastifyPluginAsync {
  const folders = { [`/widgets/${widgetsVersion}/`]: widgets, '/widgets/': widgets, [adminPanelPath]: adminPanel };
  return async (server) => {
    for (const [prefix, folder] of Object.entries(folders))
      server.get<{ Params: { '*': string } }>(`${prefix}*`, (request, reply) =>
        sendFile(request, reply, { folder, path: request.params['*'], headers: headersOf(request.url) }),
      );
    server.get<{ Params: { '*': string } }>(`${docsPath}*`, (request, reply) => sendDocs(request, reply, docs, request.params['*']));
    for (const folder of [adminPanelPath, docsPath]) server.get(folder.slice(0, -1), (_, reply) => reply.redirect(folder, 308));
  };
}
