import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { OutgoingHttpHeaders } from 'node:http';
import type { LocalRoute } from './local-route';
import { servedFile, type FileToServe } from './served-file';

/** Where the panel is. Its screens are behind a `#`, so this is their only page. */
export const adminPanelPath = '/admin/';

/** The page in the panel's frame, with the configuration widget. */
const previewPath = `${adminPanelPath}preview/`;

/** Nothing inline, nothing from elsewhere, and no script may turn text into markup. */
const strict =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";

/** In no frame. `data:` is the icon. */
const pagePolicy = `${strict}; img-src data:; frame-src 'self'; frame-ancestors 'none'`;

/** In frames of the panel only, and with an origin of its own, even if opened by its address. */
const previewPolicy = `${strict}; sandbox allow-scripts; frame-ancestors 'self'`;

const pageHeaders: OutgoingHttpHeaders = {
  'Content-Security-Policy': pagePolicy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

const previewHeaders: OutgoingHttpHeaders = {
  ...pageHeaders,
  'Content-Security-Policy': previewPolicy,
  'X-Frame-Options': 'SAMEORIGIN',
};

const immutable = 'public, max-age=31536000, immutable';

async function panelFiles(folder: string): Promise<[path: string, FileToServe][]> {
  const assets = await readdir(join(folder, 'assets'));
  const asset = (name: string): FileToServe => ({
    file: join(folder, 'assets', name),
    type: extname(name) as FileToServe['type'],
    cacheControl: immutable,
  });
  const page = (path: string, headers: OutgoingHttpHeaders): FileToServe => ({
    file: join(folder, path, 'index.html'),
    type: '.html',
    cacheControl: 'no-cache',
    headers,
  });
  return [
    [adminPanelPath, page('', pageHeaders)],
    [previewPath, page('preview', previewHeaders)],
    ...assets.map((name) => [`${adminPanelPath}assets/${name}`, asset(name)] as [string, FileToServe]),
  ];
}

const withSlash: LocalRoute = {
  methods: ['GET'],
  respond: (_, response) => response.writeHead(308, { Location: adminPanelPath, 'Content-Length': 0 }).end(),
};

/** The admin panel. Rejects if the folder lacks the built panel. */
export async function adminPanelRoutes(folder: string): Promise<[path: string, LocalRoute][]> {
  const files = await panelFiles(folder);
  const routes = await Promise.all(files.map(async ([path, file]) => [path, await servedFile(file)] as [string, LocalRoute]));
  return [...routes, [adminPanelPath.slice(0, -1), withSlash]];
}
