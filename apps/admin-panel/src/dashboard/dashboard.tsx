import { Link } from 'react-router';
import type { Dashboard as Figures } from '../api/representations';
import { ImpairedBadge, StatusBadge } from '../connections/connection-status';
import { connectionStatuses } from '../connections/statuses';
import { useOne } from '../data/use-reads';
import { useLanguage } from '../language/use-language';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { ServicePart } from './service-part';

const everyMs = 15_000;

/** The state of the service in figures, as often as they are counted. */
export function Dashboard() {
  const { t } = useLanguage();
  const query = useOne<Figures>('dashboard', everyMs);
  return (
    <Page title={t('nav.dashboard')}>
      <Loaded query={query}>
        {({ connections, impaired, service }) => (
          <>
            <Connections connections={connections} impaired={impaired} />
            {service && <ServicePart service={service} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Connections({ connections, impaired }: Pick<Figures, 'connections' | 'impaired'>) {
  const { locale, t } = useLanguage();
  const shown = connections.filter(({ status }) => connectionStatuses.some((one) => one === status));
  return (
    <section className="card">
      <h2>{t('nav.connections')}</h2>
      <ul className="tiles">
        {shown.map(({ status, count }) => (
          <li key={status}>
            <Link to={`/connections?status=${status}`} className="tile">
              <span className="figure">{new Intl.NumberFormat(locale).format(count)}</span>
              <StatusBadge status={status} />
            </Link>
          </li>
        ))}
        <li>
          <Link to="/connections?impaired=true" className="tile">
            <span className="figure">{new Intl.NumberFormat(locale).format(impaired)}</span>
            <ImpairedBadge />
          </Link>
        </li>
      </ul>
    </section>
  );
}
