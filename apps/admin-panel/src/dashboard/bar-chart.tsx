import { scaleBand, scaleLinear } from 'd3-scale';
import { useEffect, useRef, useState } from 'react';
import type { TextKey } from '../language/language';
import { useLanguage, type LanguageState } from '../language/use-language';
import { Table, type Columns } from '../ui/listing';

/** One figure of each point. */
export interface Series<Point> {
  name: TextKey;
  tone: 'good' | 'bad' | 'off' | 'accent';
  of: (point: Point) => number;
}

interface BarChartProps<Point> {
  /** Absent: the only series names it. */
  title?: string;
  points: readonly Point[];
  series: readonly Series<Point>[];
  period: 'hours' | 'days';
  /** One of several below one heading. */
  isSmall?: boolean;
}

/** Each point is a bar, with the series on top of each other. The caption says the totals, and a table below has each figure. A small chart has neither axes nor table. */
export function BarChart<Point extends { since: string }>({ title, points, series, period, isSmall = false }: BarChartProps<Point>) {
  const { locale, t } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  const totals = series.map(({ of }) => points.reduce((sum, point) => sum + of(point), 0));
  const isEmpty = totals.every((total) => total === 0);
  return (
    <figure className="chart">
      <figcaption>
        {title !== undefined && <h3>{title}</h3>}
        {title !== undefined && series.length === 1 ? (
          <p className="legend">{t('trends.sum', { count: number.format(totals[0] ?? 0) })}</p>
        ) : (
          <ul className="legend">
            {series.map(({ name, tone }, place) => (
              <li key={name} className={`legend-${tone}`}>
                {t('trends.total', { name: t(name).replace(/\.$/, ''), count: number.format(totals[place] ?? 0) })}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
      {isEmpty ? <p className="hint">{t('trends.nothing')}</p> : <Bars points={points} series={series} period={period} isSmall={isSmall} />}
      {!isEmpty && !isSmall && <Figures title={title ?? ''} points={points} series={series} period={period} />}
    </figure>
  );
}

const heights = { whole: 150, small: 36 };
const axis = { left: 44, bottom: 20, top: 8 };

function Bars<Point extends { since: string }>({ points, series, period, isSmall = false }: BarChartProps<Point>) {
  const language = useLanguage();
  const { locale, t } = language;
  const { place, width } = useWidth();
  const height = isSmall ? heights.small : heights.whole;
  const { left, bottom, top } = isSmall ? { left: 0, bottom: 1, top: 1 } : axis;
  const compact = new Intl.NumberFormat(locale, { notation: 'compact' });
  const sums = points.map((point) => series.reduce((tops, { of }) => [...tops, (tops.at(-1) ?? 0) + of(point)], [0]));
  const highest = Math.max(1, ...sums.map((tops) => tops.at(-1) ?? 0));
  const x = scaleBand(
    points.map(({ since }) => since),
    [left, width],
  ).paddingInner(0.2);
  const y = scaleLinear([0, highest], [height - bottom, top]).nice(3);
  const said = (point: Point) => [timeOf(language, point, period), ...series.map(({ name, of }) => `${t(name)}: ${of(point)}`)].join('\n');
  return (
    <div ref={place} className="bars-place">
      {width > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} className={isSmall ? 'bars bars-small' : 'bars'} aria-hidden="true">
          {!isSmall && <Axes x={x} y={y} width={width} height={height} points={points} period={period} format={compact} />}
          {points.map((point, at) => (
            <g key={point.since}>
              <title>{said(point)}</title>
              <rect className="bar-room" x={x(point.since)} y={top} width={x.bandwidth()} height={height - bottom - top} />
              {series.map(({ name, tone }, layer) => {
                const [from = 0, to = 0] = sums[at]?.slice(layer) ?? [];
                // What happened at all is seen, beside figures that are much higher.
                const tall = to > from ? Math.max(1.5, y(from) - y(to)) : 0;
                return (
                  <rect key={name} className={`bar-${tone}`} x={x(point.since)} y={y(from) - tall} width={x.bandwidth()} height={tall} />
                );
              })}
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

interface AxesProps {
  x: ReturnType<typeof scaleBand<string>>;
  y: ReturnType<typeof scaleLinear<number, number>>;
  width: number;
  height: number;
  points: readonly { since: string }[];
  period: 'hours' | 'days';
  format: Intl.NumberFormat;
}

function Axes({ x, y, width, height, points, period, format }: AxesProps) {
  const language = useLanguage();
  const every = Math.ceil(points.length / (width < 420 ? 4 : 6));
  return (
    <>
      {y
        .ticks(3)
        .filter(Number.isInteger)
        .map((tick) => (
          <g key={tick}>
            <line x1={axis.left} x2={width} y1={y(tick)} y2={y(tick)} />
            <text x={axis.left - 6} y={y(tick)} dy="0.32em" textAnchor="end">
              {format.format(tick)}
            </text>
          </g>
        ))}
      {points
        .filter((_, place) => place % every === 0)
        .map((point) => (
          <text key={point.since} x={x(point.since)} y={height - 5}>
            {timeOf(language, point, period)}
          </text>
        ))}
    </>
  );
}

/** Hours in the time zone of the reader, days in that of the service. */
function timeOf({ locale }: LanguageState, { since }: { since: string }, period: 'hours' | 'days'): string {
  const parts: Intl.DateTimeFormatOptions =
    period === 'hours' ? { hour: '2-digit', minute: '2-digit' } : { day: 'numeric', month: 'short', timeZone: 'UTC' };
  return new Intl.DateTimeFormat(locale, parts).format(new Date(since));
}

/** What charts show, as a table. Not rendered until it is opened. */
export function Figures<Point extends { since: string }>({ title = '', points, series, period }: BarChartProps<Point>) {
  const language = useLanguage();
  const { locale, t } = language;
  const [isOpen, setIsOpen] = useState(false);
  const number = new Intl.NumberFormat(locale);
  const columns: Columns<Point & { id: string }> = {
    'trends.from': (point) => timeOf(language, point, period),
    ...Object.fromEntries(series.map(({ name, of }) => [name, (point: Point) => number.format(of(point))])),
  };
  const rows = points.map((point) => ({ ...point, id: point.since }));
  return (
    <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {t('trends.figures')}
        <span className="unseen">: {title}</span>
      </summary>
      {isOpen && <Table caption={title} columns={columns} rows={rows} />}
    </details>
  );
}

/** The room of an element, so that what is drawn in it is as sharp and its text as large on every screen. */
function useWidth() {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    if (place.current) observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return { place, width };
}
