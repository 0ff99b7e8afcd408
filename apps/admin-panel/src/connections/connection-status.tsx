import { useText } from '../language/use-language';
import { isFull, type AnyConnection, type ConnectionStatus } from '../api/representations';
import { tones } from './statuses';

/** Says the status in words; the colour only helps. */
export function StatusBadge({ status }: { status: ConnectionStatus }) {
  const t = useText();
  return <span className={`badge badge-${tones[status]}`}>{t(`status.${status}`)}</span>;
}

/** Of active connections that do not work now. */
export function ImpairedBadge() {
  const t = useText();
  return <span className="badge badge-waiting">{t('status.impaired')}</span>;
}

/** An active connection that does not work now never looks like one that does. */
export function ConnectionBadge({ connection }: { connection: AnyConnection }) {
  const isImpaired = connection.status === 'active' && isFull(connection) && connection.status_reason !== null;
  return isImpaired ? <ImpairedBadge /> : <StatusBadge status={connection.status} />;
}
