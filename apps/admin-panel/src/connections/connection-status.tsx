import type { AnyConnection } from '../api/representations';
import { isText } from '../language/language';
import { useText } from '../language/use-language';
import { Said } from '../language/said';
import { icons, reasonOf, shownStatus, tones, type ShownStatus } from './statuses';

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

export function ConnectionBadge({ connection }: { connection: AnyConnection }) {
  return <StatusBadge status={shownStatus(connection)} />;
}

/** One sentence on why the connection has its status, in the same words on every screen. A reason without a text stands in the words of the service. */
export function StatusSentence({ connection }: { connection: AnyConnection }) {
  const t = useText();
  const reason = reasonOf(connection);
  const key = `why.${reason?.code ?? connection.status}`;
  return isText(key) ? t(key) : reason && <Said text={reason.message} />;
}
