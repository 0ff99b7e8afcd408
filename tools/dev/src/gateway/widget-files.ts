import { join } from 'node:path';
import type { LocalRoute } from './local-route';
import { servedFile, type FileToServe } from './served-file';

/** Scripts of a version never change, because pages pin their integrity (docs/decisions/018-widgets.md). Their typings and hashes may be corrected. */
const widgetsVersion = 'v1';

const scripts = ['connector-widget.js', 'widget.js', 'widgets.js'] as const;

/** Lets pages of any origin load the files with `crossorigin`, which integrity checks require. */
const anyOrigin = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
const immutable = 'public, max-age=31536000, immutable';
const shortLived = 'public, max-age=60, must-revalidate';

function widgetFiles(folder: string): [path: string, FileToServe][] {
  const served = (name: string, type: FileToServe['type'], cacheControl: string): FileToServe => ({
    file: join(folder, name),
    type,
    cacheControl,
    headers: anyOrigin,
  });
  return [
    ...scripts.map((name) => [`/widgets/${widgetsVersion}/${name}`, served(name, '.js', immutable)] as [string, FileToServe]),
    ...scripts.map((name) => [`/widgets/${name}`, served(name, '.js', shortLived)] as [string, FileToServe]),
    [`/widgets/${widgetsVersion}/widgets.d.ts`, served('widgets.d.ts', '.ts', shortLived)],
    [`/widgets/${widgetsVersion}/integrity.json`, served('integrity.json', '.json', shortLived)],
  ];
}

/** Everything below `/widgets/`. Rejects if the folder lacks the built widgets. */
export async function widgetRoutes(folder: string): Promise<[path: string, LocalRoute][]> {
  return Promise.all(widgetFiles(folder).map(async ([path, file]) => [path, await servedFile(file)] as [string, LocalRoute]));
}
