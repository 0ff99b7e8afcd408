import type { SyncRun } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';

export function CancelRun({ run, onClose }: { run: SyncRun; onClose: () => void }) {
  const t = useText();
  const { announce } = useNotices();
  const change = useChange(() => {
    announce(t('action.cancelRunDone'));
    onClose();
  });
  return (
    <Confirm
      title={t('action.cancelRunTitle', { records: t(`records.${run.capability}`) })}
      action={t('action.cancelRun')}
      isDangerous
      isPending={change.isPending}
      onConfirm={() => change.run('POST', `sync-runs/${run.id}/cancel`)}
      onClose={onClose}
    >
      <p>{t('action.cancelRunText')}</p>
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
