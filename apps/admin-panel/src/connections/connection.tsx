import { Link, useParams } from 'react-router';
import { isFull, type AnyConnection, type FullConnection } from '../api/representations';
import { useOne } from '../data/use-reads';
import { Doctor } from '../doctor/doctor';
import { useText } from '../language/use-language';
import { useWayBack } from '../layout/places';
import { WidgetPreview } from '../preview/widget-preview';
import { ShopCalls } from '../shop-calls/shop-calls';
import { SyncObstacle } from '../products/sync-obstacle';
import { Records } from '../records/records';
import { ConnectionRules } from '../sync-rules/connection-rules';
import { Loaded } from '../ui/loaded';
import { Page, Section } from '../ui/page';
import { useFilters } from '../ui/use-filters';
import { Webhooks } from '../webhooks/webhooks';
import { Configuration } from './configuration';
import { ConnectionActions } from './connection-actions';
import { ConnectionFacts } from './connection-facts';
import { ConnectionBadge } from './connection-status';
import { isMoving, openRunMs, restMs } from './polling';
import { SyncRuns } from './sync-runs';
import { Timeline } from './timeline';
import { WhyStatus } from './why-status';

/** One connection: what its status is and why, what happened, and what can be done. */
export function Connection() {
  const t = useText();
  const { id = '' } = useParams();
  const back = useWayBack('/connections');
  const query = useOne<AnyConnection>(`connections/${id}`, (shown) => (shown && isFull(shown) && isMoving(shown) ? openRunMs : restMs));
  const connection = query.data;
  if (!connection)
    return (
      <Page title={t('nav.connections')}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  return (
    <Page
      key={id}
      title={isFull(connection) ? connection.name : `${connection.name} · ${connection.tenant.name}`}
      aside={<ConnectionBadge connection={connection} />}
    >
      <p className="back">
        <Link {...back}>{t('connection.back')}</Link>
      </p>
      <Loaded query={query}>
        {() => (
          <>
            <WhyStatus connection={connection} />
            {isFull(connection) ? <FullDetail connection={connection} /> : <StatusOnlyDetail connection={connection} />}
          </>
        )}
      </Loaded>
    </Page>
  );
}

function FullDetail({ connection }: { connection: FullConnection }) {
  const t = useText();
  const { filters } = useFilters(['run', 'record', 'endpoint'] as const);
  return (
    <>
      <SyncObstacle connection={connection} />
      <ConnectionActions connection={connection} />
      {connection.base_url !== null && (
        <Section title={t('doctor.title')}>
          <Doctor connection={connection} />
        </Section>
      )}
      <SyncRuns connection={connection} wantedId={filters.run} />
      {connection.base_url !== null && (
        <Section title={t('calls.title')}>
          <ShopCalls connection={connection} />
        </Section>
      )}
      {connection.is_direct && (
        <Section key={filters.endpoint} title={t('webhooks.title')} isWanted={filters.endpoint !== undefined}>
          <Webhooks connection={connection} />
        </Section>
      )}
      <div className="columns">
        <ConnectionFacts connection={connection} />
        <Timeline connection={connection} />
        <Configuration connection={connection} />
        {connection.configuration && <WidgetPreview connection={connection} />}
      </div>
      <Section key={filters.record} title={t('lookup.title')} isWanted={filters.record !== undefined}>
        <Records connection={connection} address={filters.record} />
      </Section>
      <Section title={t('nav.syncRules')}>
        <ConnectionRules connection={connection} />
      </Section>
    </>
  );
}

function StatusOnlyDetail({ connection }: { connection: AnyConnection }) {
  const t = useText();
  return (
    <>
      <p className="notice">{t('connections.statusOnlyWhy')}</p>
      <ConnectionFacts connection={connection} />
    </>
  );
}
