/** A metric as the code declares it. */
export interface DeclaredMetric {
  name: string;
  type: string;
  labels: string[];
  help: string;
}

/** A figure is a gauge that one worker at a time shows. */
const declaration = /\b(counter|figure|gauge|histogram)\(\s*\{\s*name: '([^']+)',\s*help: '([^']+)'(?:,\s*labels: \[([^\]]*)\])?,?\s*\}/g;

/** Every metric that a source file declares. */
export function declaredMetrics(source: string): DeclaredMetric[] {
  return [...source.matchAll(declaration)].map(([, type = '', name = '', help = '', labels = '']) => ({
    name,
    type,
    labels: [...labels.matchAll(/'([^']+)'/g)].map(([, label = '']) => label),
    help,
  }));
}

const types: Readonly<Record<string, string>> = { figure: 'gauge of the service' };

/** The rows of the table in docs/operations/observability.md. */
export function metricsTable(metrics: readonly DeclaredMetric[]): string[] {
  const rows = [...metrics]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, type, labels, help }) => [
      `\`${name}\``,
      [types[type] ?? type, ...labels.map((label) => `\`${label}\``)].join(', '),
      help,
    ]);
  const all = [['Metric', 'Type, labels', 'Meaning'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(all[0] ?? []), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)];
}

const series = /_(bucket|sum|count)$/;

/** The metrics of this service that PromQL names, without those that the process itself provides. */
export function metricsIn(promql: string): string[] {
  const names = promql.match(/\bsync_[a-z_]+/g) ?? [];
  return [...new Set(names.map((name) => name.replace(series, '')))];
}
