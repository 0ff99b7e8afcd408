import { resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';

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

function setHeaders(reply: FastifyReply): void {
  const [path = ''] = reply.request.url.split('?');
  const [, headers] = headersByPath.find(([pattern]) => pattern.test(path)) ?? [];
  reply.headers({ ...headers, 'x-content-type-options': 'nosniff' });
}

/** The widgets and the admin panel, from the folders that the build fills. */
export function staticFiles(folders: { widgets: string; adminPanel: string }): FastifyPluginAsync {
  const places = [
    { prefix: `/widgets/${widgetsVersion}/`, root: resolve(folders.widgets), index: false as const },
    { prefix: '/widgets/', root: resolve(folders.widgets), index: false as const },
    { prefix: '/admin', root: resolve(folders.adminPanel), redirect: true },
  ];
  return async (server) => {
    for (const place of places) await server.register(fastifyStatic, { ...place, setHeaders, cacheControl: false, decorateReply: false });
  };
}
