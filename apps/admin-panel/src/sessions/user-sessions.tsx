import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { User } from '../api/representations';
import { useOne } from '../data/use-reads';
import { useText } from '../language/use-language';
import { ConfirmChange } from '../ui/confirm-change';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { SessionList } from './session-list';

/** Where another user is signed in. For super administrators. */
export function UserSessions() {
  const t = useText();
  const { id = '' } = useParams();
  const [isAsked, setIsAsked] = useState(false);
  const query = useOne<User>(`users/${id}`);
  const user = query.data;
  const path = `users/${id}/sessions`;
  if (!user)
    return (
      <Page title={t('sessions.title')}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  return (
    <Page
      key={id}
      title={t('sessions.of', { name: user.name })}
      aside={
        <button type="button" onClick={() => setIsAsked(true)}>
          {t('sessions.endAll')}
        </button>
      }
    >
      <p className="back">
        <Link to="/users">{t('sessions.back')}</Link>
      </p>
      <SessionList resource={path} />
      {isAsked && (
        <ConfirmChange
          title={t('sessions.endAllTitle', { name: user.name })}
          text={t('sessions.endAllText')}
          action={t('sessions.endAll')}
          done={t('sessions.allEnded', { name: user.name })}
          method="DELETE"
          path={path}
          onClose={() => setIsAsked(false)}
        />
      )}
    </Page>
  );
}
