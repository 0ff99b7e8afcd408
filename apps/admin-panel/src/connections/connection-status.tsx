import { isText } from '../language/language';
import { useText } from '../language/use-language';
import { Said } from '../language/said';
import { icons, shownStatus, tones, type ShownStatus, type Standing } from './statuses';

/** Says the status in words, or in those given; colour and icon only help. */
export function StatusBadge({ status, text }: { status: ShownStatus; text?: string }) {
  const t = useText();
  return (
    <span className={`badge badge-${tones[status]}`}>
      <svg viewBox="0 0 16 16" className="icon" aria-hidden="true">
        <path d={icons[status]} />
      </svg>
      {text ?? t(`status.${status}`)}
    </span>
  );
}

export function ConnectionBadge({ connection }: { connection: Standing }) {
  return <StatusBadge status={shownStatus(connection)} />;
}

/** One sentence on why the connection has its status, in the same words on every screen. A reason without a text stands in the words of the service. */
export function StatusSentence({ connection }: { connection: Standing }) {
  const t = useText();
  const { status_reason: reason = null } = connection;
  const key = `why.${reason?.code ?? connection.status}`;
  return isText(key) ? t(key) : reason && <Said text={reason.message} />;
}

/** Where connections stand among others. */
export function StatusAndReason({ connection }: { connection: Standing }) {
  return (
    <>
      <ConnectionBadge connection={connection} />
      {shownStatus(connection) !== 'active' && (
        <span className="hint sentence">
          <StatusSentence connection={connection} />
        </span>
      )}
    </>
  );
}
