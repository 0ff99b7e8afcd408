// Writes the integrity of the built widgets into docs/embedding.md, as long as that version is not released:
//   node tools/build/build.mjs widgets && node tools/build/record-integrity.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const page = join(root, 'docs/embedding.md');
const built = JSON.parse(readFileSync(join(root, 'dist/apps/widgets/integrity.json'), 'utf8'));

const refuse = (reason) => {
  console.error(reason);
  process.exit(1);
};

/** Rows of the table. Without `open` it is one of a released version, which stays as it is. */
const rowPattern = /^\| (?<version>v\d+)(?<open>, not released)? +\| `(?<file>[^`]+)` +\| `(?<recorded>sha384-[^`]+)` +\|$/;
let lines = readFileSync(page, 'utf8').split('\n');
for (const [file, integrity] of Object.entries(built)) {
  const newest = lines.map((line) => rowPattern.exec(line)?.groups).findLast((row) => row?.file === file);
  if (!newest) refuse(`docs/embedding.md has no row for ${file}.`);
  const { version, open, recorded } = newest;
  if (recorded === integrity) continue;
  if (!open) {
    refuse(
      `${version} is released, and the files of a released version never change. docs/decisions/016-widgets.md says how to begin the next.`,
    );
  }
  const isReleased = (row) => row && !row.groups.open;
  lines = lines.map((line) => (isReleased(rowPattern.exec(line)) ? line : line.replaceAll(recorded, integrity)));
  console.log(`${version} ${file} ${integrity}`);
}
writeFileSync(page, lines.join('\n'));
