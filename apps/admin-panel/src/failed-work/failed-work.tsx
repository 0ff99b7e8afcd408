import { Link } from 'react-router';
import { type FailedTask, taskQueues } from '../api/representations';
import { type Translate, useText } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { useDialogs } from '../ui/dialogs';
import { Choice } from '../ui/field';
import { type Column, Listing } from '../ui/listing';
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
        <Choice label={t('failed.queue')} value={filters.queue ?? ''} onValue={(queue) => setFilter('queue', queue)}>
          <option value="">{t('all')}</option>
          {taskQueues.map((queue) => (
            <option key={queue} value={queue}>
              {t(`queue.${queue}`)}
            </option>
          ))}
        </Choice>
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

const columns = (t: Translate, isSuperAdmin: boolean): Column<FailedTask>[] => [
  {
    heading: t('failed.work'),
    cell: ({ id, name, queue }) => (
      <>
        <Link to={`/failed-work/${id}`}>
          <code>{name}</code>
        </Link>
        <span className="hint">{t(`queue.${queue}`)}</span>
      </>
    ),
  },
  {
    heading: t('failed.connection'),
    cell: ({ place }) =>
      place ? (
        <>
          <Link to={`/connections/${place.connection.id}`}>{place.connection.name}</Link>
          <span className="hint">{place.tenant?.name ?? t('connections.unclaimed')}</span>
        </>
      ) : (
        t('none')
      ),
  },
  { heading: t('connection.why'), cell: ({ reason }) => <span lang="en">{reason ?? t('none')}</span> },
  { heading: t('failed.attempts'), cell: ({ attempts }) => attempts },
  { heading: t('failed.at'), cell: ({ failed_at }) => <Ago at={failed_at} /> },
  {
    heading: t('connection.actions'),
    cell: (task) => (
      <div className="buttons">
        <ActionButton action={retryTask} of={task} />
        {isSuperAdmin && <ActionButton action={discardTask} of={task} className="quiet" />}
      </div>
    ),
  },
];
