import { useText } from '../language/use-language';
import { ActionButton } from '../ui/action-button';
import { endOtherSessions } from './session-actions';
import { SessionList } from './session-list';

/** Where the user is signed in: one can be ended, or all others. */
export function OwnSessions() {
  const t = useText();
  return (
    <section className="card">
      <h2>{t('sessions.title')}</h2>
      <p>{t('sessions.own')}</p>
      <SessionList resource="sessions" />
      <div className="buttons">
        <ActionButton action={endOtherSessions} of={undefined} />
      </div>
    </section>
  );
}
