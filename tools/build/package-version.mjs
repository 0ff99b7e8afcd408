import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The package.json of a package that is released with the service, and has its version. */
export async function versioned(root, path) {
  const [service, { name, ...more }] = await Promise.all(
    [join(root, 'package.json'), path].map(async (file) => JSON.parse(await readFile(file, 'utf8'))),
  );
  return `${JSON.stringify({ name, version: service.version, ...more }, null, 2)}\n`;
}
