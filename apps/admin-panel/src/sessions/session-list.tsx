import type { Session } from '../api/representations';
import { useText, type Translate } from '../language/use-language';
import { ActionButton } from '../ui/action-button';
import { Listing, type Columns } from '../ui/listing';
import { Ago, At } from '../ui/time';
import { deviceOf } from './device';
import { endSession } from './session-actions';

/** Sessions that have not ended, newest first. `resource`: their path, below which each can be ended. */
export function SessionList({ resource }: { resource: string }) {
  const t = useText();
  return <Listing<Session> resource={resource} caption={t('sessions.title')} columns={columns(t, resource)} empty={t('sessions.empty')} />;
}

function deviceText(t: Translate, { user_agent: userAgent }: Session): string {
  const device = deviceOf(userAgent ?? '');
  return device ? t('sessions.device', device) : (userAgent ?? t('sessions.unknownDevice'));
}

const columns = (t: Translate, resource: string): Columns<Session> => ({
  'sessions.deviceHeading': (session) => (
    <>
      <span title={session.user_agent ?? undefined}>{deviceText(t, session)}</span>
      {session.kind === 'bearer' && <span className="hint">{t('sessions.script')}</span>}
    </>
  ),
  'sessions.address': ({ address }) => address,
  'sessions.since': ({ created_at }) => <At at={created_at} />,
  'sessions.lastUsed': ({ last_used_at }) => <Ago at={last_used_at} />,
  'sessions.ends': ({ expires_at }) => <At at={expires_at} />,
  'connection.actions': ({ id, is_current: isCurrent }) =>
    isCurrent ? (
      <span className="badge badge-good">{t('sessions.current')}</span>
    ) : (
      <ActionButton action={endSession} of={{ path: `${resource}/${id}` }} />
    ),
});
