import { useOne } from '@refinedev/core';
import { Link, useParams } from 'react-router';
import type { ApiFailure } from '../api/api-failure';
import { isFull, type AnyConnection, type FullConnection } from '../api/representations';
import { Doctor } from '../doctor/doctor';
import { useText } from '../language/use-language';
import { WidgetPreview } from '../preview/widget-preview';
import { SyncObstacle } from '../products/sync-obstacle';
import { Records } from '../records/records';
import { ConnectionRules } from '../sync-rules/connection-rules';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loading';
import { Page } from '../ui/page';
import { Section } from '../ui/section';
import { Configuration } from './configuration';
import { ConnectionActions } from './connection-actions';
import { ConnectionFacts } from './connection-facts';
import { ConnectionBadge } from './connection-status';
import { isRunOpen, openRunMs, restMs } from './polling';
import { SyncRuns } from './sync-runs';
import { Timeline } from './timeline';
import { WhyStatus } from './why-status';

/** One connection: what its status is and why, what happened, and what can be done. */
export function Connection() {
  const t = useText();
  const { id = '' } = useParams();
  const { query, result } = useOne<AnyConnection, ApiFailure>({
    resource: 'connections',
    id,
    queryOptions: {
      refetchInterval: ({ state }) => {
        const shown = state.data?.data;
        return shown && isFull(shown) && isRunOpen(shown.sync) ? openRunMs : restMs;
      },
    },
  });
  if (!result)
    return (
      <Page title={t('nav.connections')}>
        {query.error ? <FailureNotice failure={query.error} retry={() => void query.refetch()} /> : <Loading />}
      </Page>
    );
  return (
    <Page
      key={id}
      title={isFull(result) ? result.name : `${result.name} · ${result.tenant.name}`}
      aside={<ConnectionBadge connection={result} />}
    >
      <p className="back">
        <Link to="/connections">{t('connection.back')}</Link>
      </p>
      {query.error && <FailureNotice failure={query.error} retry={() => void query.refetch()} />}
      <WhyStatus connection={result} />
      {isFull(result) ? <FullDetail connection={result} /> : <StatusOnlyDetail connection={result} />}
    </Page>
  );
}

function FullDetail({ connection }: { connection: FullConnection }) {
  const t = useText();
  return (
    <>
      <SyncObstacle connection={connection} />
      <ConnectionActions connection={connection} />
      {connection.base_url !== null && (
        <Section title={t('doctor.title')}>
          <Doctor connection={connection} />
        </Section>
      )}
      <SyncRuns connection={connection} />
      <div className="columns">
        <ConnectionFacts connection={connection} />
        <Timeline connectionId={connection.id} />
        <Configuration connection={connection} />
        {connection.configuration && <WidgetPreview connection={connection} />}
      </div>
      <Section title={t('lookup.title')}>
        <Records connection={connection} />
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
