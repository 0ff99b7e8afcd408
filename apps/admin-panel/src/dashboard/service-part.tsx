import type { ServiceFigures } from '../api/representations';
import { useLanguage } from '../language/use-language';
import { Facts } from '../ui/facts';
import { Ago } from '../ui/time';
import { TrendCharts } from './trend-charts';

/** What super administrators see of the whole service. */
export function ServicePart({ service: { trends, queues, oldest_task: oldest } }: { service: ServiceFigures }) {
  const { locale, t } = useLanguage();
  const number = (value: number) => new Intl.NumberFormat(locale).format(value);
  return (
    <>
      <TrendCharts trends={trends} />
      <section className="card">
        <h2>{t('dashboard.work')}</h2>
        <Facts
          of={[
            ...queues.map(
              ({ queue, waiting, running }) =>
                [t(`queue.${queue}`), t('dashboard.queue', { waiting: number(waiting), running: number(running) })] as const,
            ),
            [t('dashboard.oldest'), oldest ? <Ago key="oldest" at={oldest.due_since} /> : t('none')],
          ]}
        />
      </section>
    </>
  );
}
