import { join } from 'node:path';
import type { OwnAnswer } from './own-answer';
import { servedFile, type FileToServe } from './served-file';

/** The scripts of a version never change: their integrity is recorded (docs/decisions/016-widgets.md). What tells about them may be corrected. */
const widgetsVersion = 'v1';

const scripts = ['connector-widget.js', 'widget.js'] as const;

/** Pages of any origin may take the files, also with `crossorigin`, which the integrity of a script asks for. */
const forEveryPage = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };
const forGood = 'public, max-age=31536000, immutable';
const forAMoment = 'public, max-age=60, must-revalidate';

function widgetFiles(folder: string): [path: string, FileToServe][] {
  const served = (name: string, type: FileToServe['type'], cacheControl: string): FileToServe => ({
    file: join(folder, name),
    type,
    cacheControl,
    headers: forEveryPage,
  });
  return [
    ...scripts.map((name) => [`/widgets/${widgetsVersion}/${name}`, served(name, '.js', forGood)] as [string, FileToServe]),
    ...scripts.map((name) => [`/widgets/${name}`, served(name, '.js', forAMoment)] as [string, FileToServe]),
    [`/widgets/${widgetsVersion}/widgets.d.ts`, served('widgets.d.ts', '.ts', forAMoment)],
    [`/widgets/${widgetsVersion}/integrity.json`, served('integrity.json', '.json', forAMoment)],
  ];
}

/** Everything below `/widgets/`. Rejects when the widgets have not been built into the folder. */
export async function widgetAnswers(folder: string): Promise<[path: string, OwnAnswer][]> {
  return Promise.all(widgetFiles(folder).map(async ([path, file]) => [path, await servedFile(file)] as [string, OwnAnswer]));
}
