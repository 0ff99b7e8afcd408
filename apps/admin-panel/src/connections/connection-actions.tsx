import { useState } from 'react';
import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { ReplaceAccessTokens } from '../products/replace-access-tokens';
import { useIsSuperAdmin } from '../session/me';
import { actionsFor, type ConnectionAction } from './actions-for';
import { EditConnection } from './edit-connection';
import { EndConnection } from './end-connection';
import { EraseConnection } from './erase-connection';
import { ReplaceCredentials } from './replace-credentials';
import { RequestSync } from './request-sync';

/** What people mostly come for. */
const helps: readonly ConnectionAction[] = ['sync', 'reconnect'];

/** What may be done to the connection now, by this user. Each action asks first. */
export function ConnectionActions({ connection }: { connection: FullConnection }) {
  const t = useText();
  const actions = actionsFor(connection, useIsSuperAdmin());
  const [asked, setAsked] = useState<ConnectionAction | null>(null);
  if (actions.length === 0) return null;
  return (
    <div className="buttons" role="group" aria-label={t('connection.actions')}>
      {actions.map((action) => (
        <button key={action} type="button" className={helps.includes(action) ? 'primary' : ''} onClick={() => setAsked(action)}>
          {t(`action.${action}`)}
        </button>
      ))}
      {asked && <AskedAction connection={connection} action={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

function AskedAction({ action, ...dialog }: { connection: FullConnection; action: ConnectionAction; onClose: () => void }) {
  switch (action) {
    case 'sync':
      return <RequestSync {...dialog} />;
    case 'edit':
      return <EditConnection {...dialog} />;
    case 'credentials':
      return <ReplaceCredentials {...dialog} />;
    case 'accessTokens':
      return <ReplaceAccessTokens {...dialog} />;
    case 'erase':
      return <EraseConnection {...dialog} />;
    default:
      return <EndConnection {...dialog} action={action} />;
  }
}
