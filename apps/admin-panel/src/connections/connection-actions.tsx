import { useState } from 'react';
import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { useIsSuperAdmin } from '../session/me';
import { actionsFor, type ConnectionAction } from './actions-for';
import { EndConnection } from './end-connection';
import { RequestSync } from './request-sync';

/** What may be done to the connection now, by this user. Each action asks first. */
export function ConnectionActions({ connection }: { connection: FullConnection }) {
  const t = useText();
  const actions = actionsFor(connection, useIsSuperAdmin());
  const [asked, setAsked] = useState<ConnectionAction | null>(null);
  const close = () => setAsked(null);
  if (actions.length === 0) return null;
  return (
    <div className="buttons" role="group" aria-label={t('connection.actions')}>
      {actions.map((action, place) => (
        <button key={action} type="button" className={place === 0 ? 'primary' : ''} onClick={() => setAsked(action)}>
          {t(`action.${action}`)}
        </button>
      ))}
      {asked === 'sync' && <RequestSync connection={connection} onClose={close} />}
      {asked !== null && asked !== 'sync' && <EndConnection connection={connection} action={asked} onClose={close} />}
    </div>
  );
}
