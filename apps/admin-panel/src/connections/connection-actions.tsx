import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { replaceAccessTokens } from '../products/product-actions';
import { useIsSuperAdmin } from '../session/session';
import type { Action } from '../ui/action';
import { ActionDialog } from '../ui/action-dialog';
import { Shown } from '../ui/confirm';
import { useDialogs } from '../ui/dialogs';
import { actionsFor, type ConnectionAction } from './actions-for';
import { editConnection } from './edit-connection';
import { eraseConnection } from './erase-connection';
import { ReplaceCredentials } from './replace-credentials';
import { requestSync } from './request-sync';

export const reconnect: Action<Pick<FullConnection, 'id' | 'name'>> = {
  label: 'action.reconnect',
  title: 'action.reconnectTitle',
  text: 'action.reconnectText',
  done: 'action.reconnectDone',
  request: ({ id }) => ['POST', `connections/${id}/reconnect`],
  refusals: { unverified: 'action.reconnectFailed' },
};

/** All but `credentials`, whose dialog also asks the shop. */
const actions: Readonly<Record<Exclude<ConnectionAction, 'credentials'>, Action<FullConnection>>> = {
  sync: requestSync,
  reconnect,
  disconnect: {
    label: 'action.disconnect',
    title: 'action.disconnectTitle',
    text: 'action.disconnectText',
    done: 'action.disconnectDone',
    isDangerous: true,
    request: ({ id }) => ['POST', `connections/${id}/disconnect`],
  },
  edit: editConnection,
  accessTokens: replaceAccessTokens,
  erase: eraseConnection,
  uninstall: {
    label: 'action.uninstall',
    title: 'action.uninstallTitle',
    text: 'action.uninstallText',
    done: 'action.uninstallDone',
    isDangerous: true,
    needsReason: true,
    request: ({ id }) => ['POST', `connections/${id}/uninstall`],
    leadsTo: '/connections',
  },
};

/** What people mostly come for. */
const helps: readonly ConnectionAction[] = ['sync', 'reconnect'];

/** What may be done to the connection now, by this user. Each action asks first. */
export function ConnectionActions({ connection }: { connection: FullConnection }) {
  const t = useText();
  const open = useDialogs();
  const offered = actionsFor(connection, useIsSuperAdmin());
  if (offered.length === 0) return null;
  return (
    <div className="buttons" role="group" aria-label={t('connection.actions')}>
      {offered.map((name) => (
        <button
          key={name}
          type="button"
          className={helps.includes(name) ? 'primary' : ''}
          onClick={() => open((onClose) => <AskedAction name={name} connection={connection} onClose={onClose} />)}
        >
          {t(`action.${name}`)}
        </button>
      ))}
    </div>
  );
}

interface AskedActionProps {
  name: ConnectionAction;
  connection: FullConnection;
  onClose: () => void;
}

function AskedAction({ name, connection, onClose }: AskedActionProps) {
  const t = useText();
  if (name === 'credentials') return <ReplaceCredentials connection={connection} onClose={onClose} />;
  // Where a sync would import nothing, it says why instead of asking.
  if (name === 'sync' && connection.sync_obstacle !== null) {
    const title = t('action.syncTitle', { name: connection.name });
    return <Shown title={title} text={t(`obstacle.${connection.sync_obstacle}`)} action={t('close')} onClose={onClose} />;
  }
  return <ActionDialog action={actions[name]} subject={connection} onClose={onClose} />;
}
