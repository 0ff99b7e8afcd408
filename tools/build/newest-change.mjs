import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Time of the newest change in milliseconds, of a file or of all in a folder. Folders count too: their time changes when a file is removed. */
export function newestChange(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  const inside = readdirSync(path, { withFileTypes: true }).map((entry) => newestChange(join(path, entry.name)));
  return Math.max(found.mtimeMs, ...inside);
}
