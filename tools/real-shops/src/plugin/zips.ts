import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { runProgram } from '../programs';

export const olderVersion = '0.0.1';

/** The plugin's zip as `npm run packages` builds it for this service, and the same as an older version. */
export interface Zips {
  current: string;
  older: string;
}

export async function buildZips(folder: string, plugin: string, serviceUrl: string): Promise<Zips> {
  mkdirSync(folder, { recursive: true });
  await runProgram('env', [`SERVICE_ADDRESS=${serviceUrl}`, process.execPath, join(process.cwd(), 'tools/build/plugins.mjs'), folder]);
  const { version } = JSON.parse(readFileSync(join(process.cwd(), 'package.json'), 'utf8')) as { version: string };
  const current = join(folder, `service-connector-${plugin}-${version}.zip`);
  const older = join(folder, `service-connector-${plugin}-${olderVersion}.zip`);
  writeFileSync(older, zipSync(withVersion(unzipSync(new Uint8Array(readFileSync(current))), version, olderVersion)));
  return { current, older };
}

/** The same files, where each line that names the version names another one. */
export function withVersion(files: Record<string, Uint8Array>, from: string, to: string): Record<string, Uint8Array> {
  const isText = (name: string) => /\.(php|txt|xml)$/.test(name);
  const changed = (bytes: Uint8Array) => strToU8(strFromU8(bytes).replaceAll(from, to));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, isText(name) ? changed(bytes) : bytes]));
}
