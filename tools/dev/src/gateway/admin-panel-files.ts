import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { OutgoingHttpHeaders } from 'node:http';
import type { LocalRoute } from './local-route';
import { servedFile, type FileToServe } from './served-file';

/** Where the panel is. Its screens are behind a `#`, so this is its only page. */
export const adminPanelPath = '/admin/';

/** Nothing inline, nothing from elsewhere, in no frame, and no script may turn text into markup. `data:` is the icon. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const pageHeaders: OutgoingHttpHeaders = {
  'Content-Security-Policy': policy,
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
};

const immutable = 'public, max-age=31536000, immutable';

async function panelFiles(folder: string): Promise<[path: string, FileToServe][]> {
  const assets = await readdir(join(folder, 'assets'));
  const asset = (name: string): FileToServe => ({
    file: join(folder, 'assets', name),
    type: extname(name) as FileToServe['type'],
    cacheControl: immutable,
  });
  const page: FileToServe = { file: join(folder, 'index.html'), type: '.html', cacheControl: 'no-cache', headers: pageHeaders };
  return [[adminPanelPath, page], ...assets.map((name) => [`${adminPanelPath}assets/${name}`, asset(name)] as [string, FileToServe])];
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
