import { useState } from 'react';
import type { SyncRun } from '../api/representations';
import { useLanguage } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { useNotices } from '../ui/notices';
import { ReasonField } from '../ui/reason-field';
import { useChange } from '../data/use-change';

/** Deletes what a run found gone from the shop and held back, because it is so much. */
export function ConfirmDeletions({ run, onClose }: { run: SyncRun; onClose: () => void }) {
  const { locale, t } = useLanguage();
  const { announce } = useNotices();
  const [reason, setReason] = useState('');
  const change = useChange(() => {
    announce(t('action.confirmDeletionsDone'));
    onClose();
  });
  const count = new Intl.NumberFormat(locale).format(run.deletions_held_back);
  return (
    <Confirm
      title={t('action.confirmDeletionsTitle', { count, records: t(`records.${run.capability}`) })}
      action={t('action.confirmDeletions', { count })}
      isDangerous
      isPending={change.isPending}
      onConfirm={() => change.run('POST', `sync-runs/${run.id}/confirm-deletions`, { reason })}
      onClose={onClose}
    >
      <p>{t('action.confirmDeletionsText')}</p>
      <ReasonField value={reason} onValue={setReason} />
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
