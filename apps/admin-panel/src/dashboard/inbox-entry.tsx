import { Link } from 'react-router';
import type { InboxEntry, InboxPart } from '../api/representations';
import { reconnect } from '../connections/connection-actions';
import { confirmDeletions } from '../connections/run-actions';
import { RetryAll } from '../failed-work/retry-all';
import { isText } from '../language/language';
import { useLanguage, useText } from '../language/use-language';
import { ActionButton } from '../ui/action-button';
import { useDialogs } from '../ui/dialogs';
import { Ago } from '../ui/time';
import { addressOf } from '../ui/use-filters';
import { enableEndpoint } from '../webhooks/webhook-actions';

interface EntryProps {
  need: InboxPart['need'];
  entry: InboxEntry;
}

/** What it is about, what is wrong since when, and what can be done. */
export function Entry({ need, entry }: EntryProps) {
  const t = useText();
  const { place } = entry;
  const company = place && (place.tenant?.name ?? t('connections.unclaimed'));
  return (
    <>
      <div>
        <p>
          {place ? <Link to={`/connections/${place.connection.id}`}>{place.connection.name}</Link> : t('inbox.serviceWork')}
          {company !== null && <span className="muted"> · {company}</span>}
        </p>
        <p className="hint">
          <Sentence entry={entry} />{' '}
          <span className="nowrap">
            {t('connection.since')}: <Ago at={entry.since} />
          </span>
        </p>
      </div>
      <div className="buttons">
        <Solve need={need} entry={entry} />
      </div>
    </>
  );
}

const gibibyte = 2 ** 30;

/** What is wrong, and how much of it. */
function Sentence({ entry: { reason, count, sync_run: run, task, stored_bytes: bytes } }: { entry: InboxEntry }) {
  const { locale, t } = useLanguage();
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const counted = number.format(count ?? 0);
  if (task) return t('inbox.failedCount', { work: t(`queue.${task.queue}`), count: counted });
  if (run) return t('inbox.heldBack', { records: t(`records.${run.capability}`), count: counted });
  const key = `why.${reason}`;
  const why = t(isText(key) ? key : 'why.error');
  return bytes === null ? why : `${why} ${t('inbox.stored', { size: number.format(bytes / gibibyte), count: counted })}`;
}

/** Does what solves it, or leads to where it is solved. */
function Solve({ need, entry: { reason, count, place, sync_run: run, webhook_endpoint_id: endpointId, task } }: EntryProps) {
  const t = useText();
  const open = useDialogs();
  if (!place) return <OpenLink to="/failed-work" text={t('inbox.open')} />;
  const { connection, tenant } = place;
  if (need === 'broken') return <ActionButton action={reconnect} of={connection} />;
  if (run) return <ActionButton action={confirmDeletions} of={{ ...run, deletions_held_back: count ?? 0 }} />;
  if (endpointId !== null && reason === 'webhook_endpoint_disabled')
    return <ActionButton action={enableEndpoint} of={{ id: endpointId, connectionId: connection.id, status: 'disabled' }} />;
  if (task)
    return (
      <button
        type="button"
        onClick={() => open((onClose) => <RetryAll filters={{ connection_id: connection.id, name: task.name }} onClose={onClose} />)}
      >
        {t('failed.retryAll')}
      </button>
    );
  if (need === 'quota' && tenant)
    return <OpenLink to={`/tenants?${addressOf({ search: tenant.name })}`} text={t('inbox.changeQuota')} about={tenant.name} />;
  return <OpenLink to={`/connections/${connection.id}`} text={t('inbox.open')} about={connection.name} />;
}

function OpenLink({ to, text, about }: { to: string; text: string; about?: string }) {
  return (
    <Link to={to} className="button">
      {text}
      {about !== undefined && <span className="unseen"> {about}</span>}
    </Link>
  );
}
