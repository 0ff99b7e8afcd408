import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the first of these programs on the PATH; null if there is none. */
export function findOnPath(names: readonly string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
