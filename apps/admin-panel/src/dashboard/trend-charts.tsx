import type { TrendPoint, Trends } from '../api/representations';
import { isText, type TextKey } from '../language/language';
import { useText } from '../language/use-language';
import { Choice } from '../ui/field';
import { useFilters } from '../ui/use-filters';
import { BarChart, Figures, type Series } from './bar-chart';

const periods = ['hours', 'days'] as const;
type Reason = TrendPoint['runs_failed'][number]['reason'];

const failedFor = ({ runs_failed: failed }: TrendPoint, reason: Reason) => failed.find((one) => one.reason === reason)?.count ?? 0;

const runs: readonly Series<TrendPoint>[] = [
  { name: 'trends.succeeded', tone: 'good', of: ({ runs_succeeded: count }) => count },
  { name: 'trends.failed', tone: 'bad', of: ({ runs_failed: failed }) => failed.reduce((sum, { count }) => sum + count, 0) },
  { name: 'trends.cancelled', tone: 'off', of: ({ runs_cancelled: count }) => count },
];
const records: readonly Series<TrendPoint>[] = [{ name: 'trends.records', tone: 'accent', of: ({ records_written: count }) => count }];
const webhooks: readonly Series<TrendPoint>[] = [{ name: 'trends.webhooks', tone: 'accent', of: ({ webhooks: count }) => count }];

const textOf = (reason: Reason): TextKey => {
  const key = `why.${reason}`;
  return isText(key) ? key : 'trends.other';
};

/** One for each reason, the most frequent first. */
function failuresIn(points: readonly TrendPoint[]): Series<TrendPoint>[] {
  const total = (reason: Reason) => points.reduce((sum, point) => sum + failedFor(point, reason), 0);
  const reasons = [...new Set(points.flatMap(({ runs_failed: failed }) => failed.map(({ reason }) => reason)))];
  return reasons
    .sort((one, other) => total(other) - total(one))
    .map((reason) => ({ name: textOf(reason), tone: 'bad', of: (point) => failedFor(point, reason) }));
}

/** What the whole service did in the last day or month. */
export function TrendCharts({ trends }: { trends: Trends }) {
  const t = useText();
  const { filters, setFilter } = useFilters(['period'] as const);
  const period = filters.period === 'days' ? 'days' : 'hours';
  const points = trends[period];
  const failures = failuresIn(points);
  return (
    <section className="card" aria-labelledby="trends">
      <div className="total">
        <h2 id="trends">{t('trends.title')}</h2>
        <Choice
          label={t('trends.period')}
          options={periods.map((one) => [one, t(`trends.${one}`)])}
          value={period}
          onValue={(value) => setFilter('period', value)}
        />
      </div>
      <div className="charts">
        <BarChart title={t('trends.runs')} points={points} series={runs} period={period} />
        <BarChart title={t('trends.records')} points={points} series={records} period={period} />
        <BarChart title={t('trends.webhooks')} points={points} series={webhooks} period={period} />
        <div className="chart">
          <h3>{t('trends.failures')}</h3>
          {failures.length === 0 && <p className="hint">{t('trends.noFailures')}</p>}
          {failures.map((series) => (
            <BarChart key={series.name} points={points} series={[series]} period={period} isSmall />
          ))}
          {failures.length > 0 && <Figures title={t('trends.failures')} points={points} series={failures} period={period} />}
        </div>
      </div>
    </section>
  );
}
