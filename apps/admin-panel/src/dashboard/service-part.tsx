import { Link } from 'react-router';
import type { ServiceFigures } from '../api/representations';
import { useLanguage } from '../language/use-language';
import { Facts } from '../ui/facts';
import { Ago } from '../ui/time';

const todayFigures = ['runs_succeeded', 'runs_failed', 'runs_cancelled', 'records_written'] as const;

/** What super administrators see of the whole service. */
export function ServicePart({ service }: { service: ServiceFigures }) {
  const { locale, t } = useLanguage();
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  const { oldest_task: oldest } = service;
  return (
    <>
      <div className="columns">
        <section className="card">
          <h2>{t('dashboard.today')}</h2>
          <Facts of={todayFigures.map((name) => [t(`dashboard.${name}`), number(service.today[name])] as const)} />
        </section>
        <section className="card">
          <h2>{t('dashboard.work')}</h2>
          <Facts
            of={[
              ...service.queues.map(
                ({ queue, waiting, running }) =>
                  [t(`queue.${queue}`), t('dashboard.queue', { waiting: number(waiting), running: number(running) })] as const,
              ),
              [t('dashboard.oldest'), oldest ? <Ago key="oldest" at={oldest.due_since} /> : t('none')],
              [
                t('nav.failedWork'),
                <Link key="failed" to="/failed-work">
                  {number(service.failed_tasks)}
                </Link>,
              ],
            ]}
          />
        </section>
      </div>
      <section className="card">
        <h2>{t('dashboard.webhooks')}</h2>
        <Bars minutes={service.webhooks} />
      </section>
    </>
  );
}

const width = 600;
const height = 120;

/** Webhooks of each minute as bars. For those who cannot see them: the sum and the maximum. */
function Bars({ minutes }: { minutes: ServiceFigures['webhooks'] }) {
  const { locale, t } = useLanguage();
  const number = new Intl.NumberFormat(locale);
  const max = Math.max(1, ...minutes.map(({ count }) => count));
  const sum = minutes.reduce((total, { count }) => total + count, 0);
  const step = width / Math.max(1, minutes.length);
  const text = t('dashboard.webhooksText', { sum: number.format(sum), max: number.format(sum === 0 ? 0 : max) });
  return (
    <figure>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="bars" aria-hidden="true">
        {minutes.map(({ minute, count }, place) => {
          const tall = (count / max) * height;
          return <rect key={minute} x={place * step + 1} y={height - tall} width={Math.max(1, step - 2)} height={tall} />;
        })}
      </svg>
      <figcaption className="hint">{text}</figcaption>
    </figure>
  );
}
