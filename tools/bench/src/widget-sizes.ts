import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { compared, type BenchRow } from './measure';

/** docs/reference/widgets.md */
const maxBytes = 18_000;

/** Sizes of the one script that a page loads per widget. */
export function measureWidgetSizes(): BenchRow[] {
  return ['connector-widget.js', 'widget.js'].map((file) =>
    compared({
      section: 'Widgets, with ten languages',
      what: file,
      value: brotliCompressSync(readFileSync(`dist/apps/widgets/${file}`)).length,
      unit: 'bytes brotli',
      against: 'budget',
      limit: maxBytes,
      goal: '<= 1',
    }),
  );
}
