import { Link } from 'react-router';
import type { Dashboard as Figures } from '../api/representations';
import { StatusBadge } from '../connections/connection-status';
import { filtersOfStatus, shownStatuses, type ShownStatus } from '../connections/statuses';
import { useOne } from '../data/use-reads';
import { useLanguage } from '../language/use-language';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { addressOf } from '../ui/use-filters';
import { Inbox } from './inbox';
import { ServicePart } from './service-part';

const everyMs = 15_000;

/** What needs the user now, then the state of the service in figures, as often as they are counted. */
export function Dashboard() {
  const { t } = useLanguage();
  const query = useOne<Figures>('dashboard', everyMs);
  return (
    <Page title={t('nav.dashboard')}>
      <Loaded query={query}>
        {({ inbox, service, ...figures }) => (
          <>
            <Inbox parts={inbox} lookedAt={new Date(query.dataUpdatedAt).toISOString()} />
            <Connections {...figures} />
            {service && <ServicePart service={service} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Connections({ connections, impaired, waiting }: Pick<Figures, 'connections' | 'impaired' | 'waiting'>) {
  const { locale, t } = useLanguage();
  const counts = new Map<ShownStatus, number>(connections.map(({ status, count }) => [status, count]));
  counts.set('waiting', waiting).set('impaired', impaired - waiting);
  return (
    <section className="card">
      <h2>{t('nav.connections')}</h2>
      <ul className="tiles">
        {shownStatuses.map((status) => (
          <li key={status}>
            <Link to={`/connections?${addressOf({ ...filtersOfStatus(status), kind: 'all' })}`} className="tile">
              <span className="figure">{new Intl.NumberFormat(locale).format(counts.get(status) ?? 0)}</span>
              <StatusBadge status={status} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
