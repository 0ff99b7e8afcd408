import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { compared, type BenchRow } from './measure';

/** docs/embedding.md. The script with both widgets: four fifths of the two others. */
const maxBytes = { 'connector-widget.js': 18_000, 'widget.js': 18_000, 'widgets.js': 28_800 };

/** Sizes of the one script that a page loads. */
export function measureWidgetSizes(): BenchRow[] {
  return Object.entries(maxBytes).map(([file, limit]) =>
    compared({
      section: 'Widgets, with all languages',
      what: file,
      value: brotliCompressSync(readFileSync(`dist/apps/widgets/${file}`)).length,
      unit: 'bytes brotli',
      against: 'budget',
      limit,
      goal: '<= 1',
    }),
  );
}
