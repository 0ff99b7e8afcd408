import { Link, useParams } from 'react-router';
import type { User } from '../api/representations';
import { useOne } from '../data/use-reads';
import { useText } from '../language/use-language';
import { ActionButton } from '../ui/action-button';
import { Loaded } from '../ui/loaded';
import { Page } from '../ui/page';
import { endAllSessions } from './session-actions';
import { SessionList } from './session-list';

/** Where another user is signed in. For super administrators. */
export function UserSessions() {
  const t = useText();
  const { id = '' } = useParams();
  const query = useOne<User>(`users/${id}`);
  const user = query.data;
  if (!user)
    return (
      <Page title={t('sessions.title')}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  return (
    <Page key={id} title={t('sessions.of', { name: user.name })} aside={<ActionButton action={endAllSessions} of={user} />}>
      <p className="back">
        <Link to="/users">{t('sessions.back')}</Link>
      </p>
      <SessionList resource={`users/${id}/sessions`} />
    </Page>
  );
}
