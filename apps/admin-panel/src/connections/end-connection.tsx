import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { ReasonField } from '../ui/reason-field';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';
import type { StatusAction } from './actions-for';

interface EndConnectionProps {
  connection: FullConnection;
  action: StatusAction;
  onClose: () => void;
}

/** Asks before a connection is disconnected, reconnected or uninstalled. What destroys data needs a reason. */
export function EndConnection({ connection: { id, name }, action, onClose }: EndConnectionProps) {
  const t = useText();
  const navigate = useNavigate();
  const { announce } = useNotices();
  const [reason, setReason] = useState('');
  const isUninstall = action === 'uninstall';
  const change = useChange(() => {
    announce(t(`action.${action}Done`));
    onClose();
    if (isUninstall) void navigate('/connections');
  });
  const run = () => change.run('POST', `connections/${id}/${action}`, isUninstall ? { reason } : undefined);
  const isRefused = action === 'reconnect' && change.failure?.kind === 'unverified';
  return (
    <Confirm
      title={t(`action.${action}Title`, { name })}
      action={t(`action.${action}`)}
      isDangerous={action !== 'reconnect'}
      isPending={change.isPending}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{t(`action.${action}Text`)}</p>
      {isUninstall && <ReasonField value={reason} onValue={setReason} />}
      {change.failure && <FailureNotice failure={change.failure} text={isRefused ? t('action.reconnectFailed') : undefined} />}
    </Confirm>
  );
}
