import { isFull, type AnyConnection } from '../api/representations';
import { isText } from '../language/language';
import { Said } from '../language/said';
import { useText } from '../language/use-language';
import { Ago, At, Next } from '../ui/time';
import { StatusSentence } from './connection-status';
import { shownStatus, tones } from './statuses';

/** The message of the service says more than the panel's texts: which call failed, and how. */
const inOwnWords = [
  'waiting_for_shop',
  'incomplete_copy',
  'doctor_problem',
  'webhooks_silent',
  'shop_unreachable',
  'credentials_refused',
  'other_platform',
  'blocked',
];

function Moment({ at }: { at: string }) {
  return (
    <>
      <At at={at} /> (<Ago at={at} />)
    </>
  );
}

/** Why the connection has its status, and what to do. */
export function WhyStatus({ connection }: { connection: AnyConnection }) {
  const t = useText();
  const reason = isFull(connection) ? connection.status_reason : null;
  const waiting = isFull(connection) && shownStatus(connection) === 'waiting' ? connection.sync?.waiting : null;
  const help = `help.${reason?.code ?? connection.status}`;
  return (
    <section className={`why why-${tones[shownStatus(connection)]}`} aria-label={t('connection.why')}>
      <p>
        <StatusSentence connection={connection} />
      </p>
      {isText(help) && <p>{t(help)}</p>}
      {reason && inOwnWords.includes(reason.code) && (
        <p>
          <Said text={reason.message} />
        </p>
      )}
      {reason && (
        <p className="hint">
          {t('connection.since')} <Moment at={reason.since} />
        </p>
      )}
      {waiting && (
        <p className="hint">
          <Next at={waiting.until} later={t('run.askedAgain')} now={t('run.askedNow')} />
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
