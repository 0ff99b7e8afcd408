import { isFull, type AnyConnection } from '../api/representations';
import { isText } from '../language/language';
import { useLanguage } from '../language/use-language';
import { Ago, At } from '../ui/time';
import { tones } from './statuses';

/** The message says more than the panel's text. */
const inOwnWords = ['waiting_for_shop', 'credentials_refused', 'other_platform', 'incomplete_copy', 'doctor_problem', 'webhooks_silent'];

/** A brief representation says neither. */
function reasonOf(connection: AnyConnection) {
  if (!isFull(connection)) return { reason: null, waiting: null };
  return { reason: connection.status_reason, waiting: connection.sync?.waiting };
}

function Moment({ at }: { at: string }) {
  return (
    <>
      <At at={at} /> (<Ago at={at} />)
    </>
  );
}

/** Why the connection has its status, and what to do. Reasons that the panel has no text for stand in the words of the service. */
export function WhyStatus({ connection }: { connection: AnyConnection }) {
  const { t } = useLanguage();
  const { reason, waiting } = reasonOf(connection);
  const key = `why.${reason?.code ?? connection.status}`;
  const isKnown = isText(key);
  const isImpaired = reason !== null && connection.status === 'active';
  return (
    <section className={`why why-${isImpaired ? 'waiting' : tones[connection.status]}`} aria-label={t('connection.why')}>
      {isKnown && <p>{t(key)}</p>}
      {reason && (!isKnown || inOwnWords.includes(reason.code)) && <p lang="en">{reason.message}</p>}
      {reason && (
        <p className="hint">
          <Moment at={reason.since} />
        </p>
      )}
      {isImpaired && waiting && (
        <p className="hint">
          {t('run.askedAgain')} <Moment at={waiting.until} />
        </p>
      )}
      {connection.grace_deadline && (
        <p className="hint">
          {t('connection.graceDeadline')}: <At at={connection.grace_deadline} />
        </p>
      )}
    </section>
  );
}
