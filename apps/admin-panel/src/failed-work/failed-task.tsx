import { Link, useNavigate, useParams } from 'react-router';
import type { FailedTask as Task } from '../api/representations';
import { useOne } from '../data/use-reads';
import { useText } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { useDialogs } from '../ui/dialogs';
import { Facts } from '../ui/facts';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loaded';
import { Page } from '../ui/page';
import { At } from '../ui/time';
import { RevealPayload } from './reveal-payload';
import { discardTask, retryTask } from './task-actions';

/** One piece of failed work, whole but for its payload, which must be asked for. */
export function FailedTask() {
  const t = useText();
  const { id = '' } = useParams();
  const { data: task, error, refetch } = useOne<Task>(`failed-tasks/${id}`);
  const isGone = error?.kind === 'not-found';
  return (
    <Page key={id} title={task ? t('failed.title', { name: task.name }) : t('nav.failedWork')}>
      <p className="back">
        <Link to="/failed-work">{t('failed.back')}</Link>
      </p>
      {error && (
        <FailureNotice failure={error} text={isGone ? t('failed.gone') : undefined} retry={isGone ? undefined : () => void refetch()} />
      )}
      {!task && !error && <Loading />}
      {task && !isGone && <Detail task={task} />}
    </Page>
  );
}

function Detail({ task }: { task: Task }) {
  const t = useText();
  const navigate = useNavigate();
  const isSuperAdmin = useIsSuperAdmin();
  const open = useDialogs();
  const leave = () => void navigate('/failed-work');
  return (
    <>
      <section className="why why-bad" aria-label={t('connection.why')}>
        <p lang={task.reason === null ? undefined : 'en'}>{task.reason ?? t('failed.noReason')}</p>
      </section>
      <div className="buttons" role="group" aria-label={t('connection.actions')}>
        <ActionButton action={retryTask} of={task} onDone={leave} />
        {isSuperAdmin && (
          <>
            <button type="button" onClick={() => open((onClose) => <RevealPayload task={task} onClose={onClose} />)}>
              {t('payload.reveal')}
            </button>
            <ActionButton action={discardTask} of={task} onDone={leave} />
          </>
        )}
      </div>
      <TaskFacts task={task} />
    </>
  );
}

function TaskFacts({ task: { id, name, queue, place, attempts, created_at: createdAt, failed_at: failedAt } }: { task: Task }) {
  const t = useText();
  return (
    <section className="card">
      <h2>{t('connection.facts')}</h2>
      <Facts
        of={[
          [t('failed.work'), <code key="name">{name}</code>],
          [t('failed.queue'), t(`queue.${queue}`)],
          [
            t('failed.connection'),
            place ? <Link to={`/connections/${place.connection.id}`}>{place.connection.name}</Link> : t('failed.noConnection'),
          ],
          [t('connections.tenant'), place ? (place.tenant?.name ?? t('connections.unclaimed')) : undefined],
          [t('failed.attempts'), attempts],
          [t('connections.created'), <At key="created" at={createdAt} />],
          [t('failed.at'), <At key="failed" at={failedAt} />],
          [t('connection.id'), <code key="id">{id}</code>],
        ]}
      />
    </section>
  );
}
