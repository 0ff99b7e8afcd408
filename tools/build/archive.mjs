import { renameSync, writeFileSync } from 'node:fs';
import { zipSync } from 'fflate';

/** Archives know local times only: this one is the same in every time zone. */
const mtime = new Date(1980, 0, 1);
const options = { mtime, level: 9, os: 3, attrs: 0o100644 << 16 };

/** `files`: bytes by path in the archive. The same files give the same bytes. Writes in one step, because several builds may run at once. */
export function writeArchive(archive, files) {
  const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
  const entries = sorted.map(([name, bytes]) => [name, [new Uint8Array(bytes), options]]);
  writeFileSync(`${archive}.${process.pid}`, zipSync(Object.fromEntries(entries)));
  renameSync(`${archive}.${process.pid}`, archive);
}
