import { useState } from 'react';
import type { FailedTask } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { ReasonField } from '../ui/reason-field';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';

interface DiscardTaskProps {
  task: FailedTask;
  onClose: () => void;
  onDone?: () => void;
}

export function DiscardTask({ task: { id, name }, onClose, onDone }: DiscardTaskProps) {
  const t = useText();
  const { announce } = useNotices();
  const [reason, setReason] = useState('');
  const change = useChange(() => {
    announce(t('failed.discarded'));
    onClose();
    onDone?.();
  });
  return (
    <Confirm
      title={t('failed.discardTitle', { name })}
      action={t('failed.discard')}
      isDangerous
      isPending={change.isPending}
      onConfirm={() => change.run('DELETE', `failed-tasks/${id}`, { reason })}
      onClose={onClose}
    >
      <p>{t('failed.discardText')}</p>
      <ReasonField value={reason} onValue={setReason} />
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
