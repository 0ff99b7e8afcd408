// Writes the integrity of the built widgets into docs/embedding.md, as long as that version is not released:
//   node tools/build/build.mjs widgets && node tools/build/record-integrity.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const page = join(root, 'docs/embedding.md');
const built = JSON.parse(readFileSync(join(root, 'dist/apps/widgets/integrity.json'), 'utf8'));

let text = readFileSync(page, 'utf8');
for (const [file, integrity] of Object.entries(built)) {
  const rows = [...text.matchAll(/^\| (v\d+)(, not released)? +\| `([^`]+)` +\| `(sha384-[^`]+)` +\|$/gm)];
  const [, version, open, , recorded] = rows.filter(([, , , name]) => name === file).at(-1) ?? [];
  if (recorded === integrity) continue;
  if (!open) {
    console.error(
      `${version} is released, and the files of a released version never change. docs/decisions/016-widgets.md says how to begin the next.`,
    );
    process.exit(1);
  }
  text = text.replaceAll(recorded, integrity);
  console.log(`${version} ${file} ${integrity}`);
}
writeFileSync(page, text);
