import { Link } from 'react-router';
import type { ServiceFigures } from '../api/representations';
import { useLanguage } from '../language/use-language';
import { Facts } from '../ui/facts';
import { Ago } from '../ui/time';
import { Bars } from './bars';

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
