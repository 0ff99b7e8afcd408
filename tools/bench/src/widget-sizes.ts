import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { compared, type BenchRow } from './measure';

const section = 'Widgets, with ten languages';
/** "at most 15 kB gzip" */
const mostBytes = 15_000;

/** What a page loads for each widget: one script. */
export function measureWidgetSizes(): BenchRow[] {
  return ['connector-widget.js', 'widget.js'].flatMap((file) => {
    const script = readFileSync(`dist/apps/widgets/${file}`);
    const size = gzipSync(script, { level: 9 }).length;
    return [
      compared({ section, what: file, value: size, unit: 'bytes gzip -9', against: 'budget', limit: mostBytes, goal: '<= 1' }),
      { section, what: file, value: brotliCompressSync(script).length, unit: 'bytes brotli' },
    ];
  });
}
