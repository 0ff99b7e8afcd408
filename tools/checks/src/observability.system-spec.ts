import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labelNames } from '@sync/telemetry';
import { createTestDatabase } from '@sync/test-harness';
import { declaredMetrics, metricsIn, metricsTable } from './declared-metrics';

const root = join(__dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const folder = 'docker/observability';
const page = 'docs/operations/observability.md';

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'apps', 'libs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\.ts$/.test(path) && !/spec\.ts$/.test(path) && existsSync(join(root, path)))
  .map(read);
const metrics = sources.flatMap(declaredMetrics);
const names = metrics.map(({ name }) => name);

const alerts = read(`${folder}/alerts.yml`);
const dashboards = readdirSync(join(root, folder, 'grafana/dashboards')).map((file) => read(`${folder}/grafana/dashboards/${file}`));

interface Panel {
  type: string;
  title: string;
  targets?: { expr: string }[];
}

function promtool(...args: string[]): string {
  try {
    return execFileSync('promtool', args, { cwd: join(root, folder), encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { code, stdout, stderr } = error as NodeJS.ErrnoException & { stdout?: string; stderr?: string };
    throw new Error(code === 'ENOENT' ? 'This test needs promtool: apt-get install prometheus' : `${stdout ?? ''}${stderr ?? ''}`);
  }
}

describe('metrics', () => {
  it('are declared once each, in a form that this check reads, with conventional names', () => {
    const written = sources.flatMap((source) => source.match(/(?<=name: ')sync_[a-z_]+(?=')/g) ?? []);
    expect([...names].sort()).toEqual([...written].sort());
    expect(new Set(names).size).toBe(names.length);
    const isConventional = ({ name, type }: (typeof metrics)[number]) =>
      (type === 'counter') === name.endsWith('_total') && (type !== 'histogram' || name.endsWith('_seconds'));
    expect(metrics.filter((metric) => !isConventional(metric))).toEqual([]);
  });

  it('have labels of few values only: none is an id, an address or a text of others', () => {
    expect(labelNames.filter((label) => /tenant|connection|user|address|url|path|host|(^|_)id$/.test(label))).toEqual([]);
    expect(metrics.flatMap(({ labels }) => labels).filter((label) => !(labelNames as readonly string[]).includes(label))).toEqual([]);
  });

  it('are all in the table of the operators’ page', () => {
    const table = metricsTable(metrics);
    const text = read(page);
    const lines = text.split('\n');
    const start = lines.findIndex((line) => line.startsWith('| Metric '));
    const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
    if (process.env.WRITE_PAGES === '1') writeFileSync(join(root, page), lines.toSpliced(start, length, ...table).join('\n'));
    else expect(lines.slice(start, start + length)).toEqual(table);
  });
});

describe('alerts', () => {
  it('are rules that Prometheus takes, fire on what they are about, and are quiet on an ordinary day', () => {
    expect(promtool('check', 'config', 'prometheus.yml')).toContain('SUCCESS');
    expect(promtool('test', 'rules', 'alerts.test.yml')).toContain('SUCCESS');
  });

  it('have a case in the test of the rules and a section in the runbook, and every section has an alert', () => {
    const declared = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
    const severities = [...alerts.matchAll(/severity: (\w+)/g)].map(([, severity]) => `_${severity ?? ''}._`);
    const sections = read('docs/operations/runbook.md').split(/^## /m).slice(1);
    expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(declared);
    expect(sections.map((section) => section.split('\n')[2]?.split(' ', 1)[0])).toEqual(severities);
    expect([...read(`${folder}/alerts.test.yml`).matchAll(/alertname="(\w+)"/g)].map(([, name]) => name)).toEqual(declared);
  });

  it('and dashboards ask for metrics that exist, and PromQL can read what they ask', () => {
    const panels = dashboards.flatMap((text) => (JSON.parse(text) as { panels: Panel[] }).panels);
    const asked = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(panels.filter(({ type, title, targets }) => type !== 'row' && (title === '' || !targets?.length))).toEqual([]);
    expect(metricsIn([alerts, ...asked].join('\n')).filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !metricsIn(asked.join('\n')).includes(name))).toEqual([]);
    const rules = asked.map((expr, index) => `      - { record: 'panel:${index}', expr: ${JSON.stringify(expr)} }`);
    const file = join(mkdtempSync(join(tmpdir(), 'panels-')), 'panels.yml');
    writeFileSync(file, `groups:\n  - name: panels\n    rules:\n${rules.join('\n')}\n`);
    expect(promtool('check', 'rules', '--lint=none', file)).toContain('SUCCESS');
  });

  it('lead to a runbook whose queries Postgres can run', async () => {
    const queries = [...read('docs/operations/runbook.md').matchAll(/`(select [^`]*)`/g)].map(([, query = '']) => query);
    expect(queries.length).toBeGreaterThan(5);
    const database = await createTestDatabase();
    try {
      for (const query of queries.filter((text) => !text.includes('…'))) await database.dataSource.query(query);
    } finally {
      await database.stop();
    }
  });
});
