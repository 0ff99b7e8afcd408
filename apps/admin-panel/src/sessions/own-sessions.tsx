import { useState } from 'react';
import { useText } from '../language/use-language';
import { ConfirmChange } from '../ui/confirm-change';
import { SessionList } from './session-list';

/** Where the user is signed in: one can be ended, or all others. */
export function OwnSessions() {
  const t = useText();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <section className="card">
      <h2>{t('sessions.title')}</h2>
      <p>{t('sessions.own')}</p>
      <SessionList resource="sessions" />
      <div className="buttons">
        <button type="button" onClick={() => setIsAsked(true)}>
          {t('sessions.endOthers')}
        </button>
      </div>
      {isAsked && (
        <ConfirmChange
          title={t('sessions.endOthersTitle')}
          text={t('sessions.endOthersText')}
          action={t('sessions.endOthers')}
          done={t('sessions.othersEnded')}
          method="DELETE"
          path="sessions/others"
          onClose={() => setIsAsked(false)}
        />
      )}
    </section>
  );
}
