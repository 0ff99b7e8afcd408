import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Path of the first of these programs on the PATH, or in one of `moreFolders`; null if there is none. */
export function findOnPath(names: readonly string[], moreFolders: readonly string[] = []): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...moreFolders];
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
