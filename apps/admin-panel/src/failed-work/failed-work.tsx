import { Link } from 'react-router';
import { taskQueues, type FailedTask } from '../api/representations';
import { Said } from '../language/said';
import { useText, type Translate } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { useDialogs } from '../ui/dialogs';
import { Choice } from '../ui/field';
import { Listing, type Columns } from '../ui/listing';
import { Page } from '../ui/page';
import { Ago } from '../ui/time';
import { useFilters } from '../ui/use-filters';
import { RetryAll } from './retry-all';
import { discardTask, retryTask } from './task-actions';

const filterNames = ['queue', 'connection_id'] as const;
const everyMs = 30_000;

/** Work that failed permanently. It waits for a retry or to be discarded. */
export function FailedWork() {
  const t = useText();
  const isSuperAdmin = useIsSuperAdmin();
  const { filters, setFilter, reset } = useFilters(filterNames);
  const open = useDialogs();
  return (
    <Page title={t('nav.failedWork')}>
      <div className="filters">
        <Choice
          label={t('failed.queue')}
          options={[['', t('all')], ...taskQueues.map((queue) => [queue, t(`queue.${queue}`)] as const)]}
          value={filters.queue ?? ''}
          onValue={(queue) => setFilter('queue', queue)}
        />
        {filters.connection_id && (
          <button type="button" onClick={reset}>
            {t('reset')}
          </button>
        )}
        <button type="button" onClick={() => open((onClose) => <RetryAll filters={filters} onClose={onClose} />)}>
          {t('failed.retryAll')}
        </button>
      </div>
      <Listing<FailedTask>
        resource="failed-tasks"
        filters={filters}
        caption={t('nav.failedWork')}
        columns={columns(t, isSuperAdmin)}
        empty={t('failed.empty')}
        everyMs={() => everyMs}
      />
    </Page>
  );
}

const columns = (t: Translate, isSuperAdmin: boolean): Columns<FailedTask> => ({
  'failed.work': ({ id, name, queue }) => (
    <>
      <Link to={`/failed-work/${id}`}>
        <code>{name}</code>
      </Link>
      <span className="hint">{t(`queue.${queue}`)}</span>
    </>
  ),
  'failed.connection': ({ place }) =>
    place ? (
      <>
        <Link to={`/connections/${place.connection.id}`}>{place.connection.name}</Link>
        <span className="hint">{place.tenant?.name ?? t('connections.unclaimed')}</span>
      </>
    ) : (
      t('none')
    ),
  'connection.why': ({ reason }) => (reason === null ? t('none') : <Said text={reason} />),
  'failed.attempts': ({ attempts }) => attempts,
  'failed.at': ({ failed_at }) => <Ago at={failed_at} />,
  'connection.actions': (task) => (
    <div className="buttons">
      <ActionButton action={retryTask} of={task} />
      {isSuperAdmin && <ActionButton action={discardTask} of={task} className="quiet" />}
    </div>
  ),
});
