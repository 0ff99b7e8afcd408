import { useState } from 'react';
import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';
import { KindsChoice } from './kinds-choice';

const modes = ['delta', 'full', 'reconcile'] as const;

interface RequestSyncProps {
  connection: FullConnection;
  onClose: () => void;
}

/** Where a sync would import nothing, it says why instead of asking. */
export function RequestSync(dialog: RequestSyncProps) {
  const t = useText();
  const { connection, onClose } = dialog;
  if (connection.sync_obstacle === null) return <AskForSync {...dialog} />;
  const title = t('action.syncTitle', { name: connection.name });
  return (
    <Confirm title={title} action={t('close')} isQuestion={false} isPending={false} onConfirm={onClose} onClose={onClose}>
      <p>{t(`obstacle.${connection.sync_obstacle}`)}</p>
    </Confirm>
  );
}

/** Asks what to import, and how much of it. */
function AskForSync({ connection, onClose }: RequestSyncProps) {
  const t = useText();
  const { announce } = useNotices();
  const [kinds, setKinds] = useState(connection.capabilities);
  const [mode, setMode] = useState<(typeof modes)[number]>('delta');
  const [isNothing, setIsNothing] = useState(false);
  const change = useChange(() => {
    announce(t('action.syncDone'));
    onClose();
  });
  const confirm = () => {
    setIsNothing(kinds.length === 0);
    if (kinds.length > 0) change.run('POST', `connections/${connection.id}/syncs`, { capabilities: kinds, mode });
  };
  return (
    <Confirm
      title={t('action.syncTitle', { name: connection.name })}
      action={t('action.sync')}
      isPending={change.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <KindsChoice legend={t('action.syncWhat')} kinds={connection.capabilities} chosen={kinds} onChoose={setKinds} />
      <fieldset>
        <legend>{t('action.syncMode')}</legend>
        {modes.map((one) => (
          <label key={one} className="option">
            <input type="radio" name="mode" checked={mode === one} onChange={() => setMode(one)} />
            {t(`action.${one}`)}
          </label>
        ))}
      </fieldset>
      {isNothing && <FailureNotice failure={null} text={t('action.syncNothing')} />}
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
