import { useState } from 'react';
import type { ResolvedTasks } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';

/** Retries everything that the filters find, a batch a request. */
export function RetryAll({ filters, onClose }: { filters: Readonly<Record<string, string>>; onClose: () => void }) {
  const t = useText();
  const { announce } = useNotices();
  const [before, setBefore] = useState(0);
  const [cursor, setCursor] = useState<string | null>(null);
  const change = useChange<ResolvedTasks>(({ count, next_cursor: next }) => {
    const total = before + count;
    setBefore(total);
    setCursor(next);
    announce(t('failed.retriedCount', { count: total }));
    if (next === null) onClose();
  });
  return (
    <Confirm
      title={t('failed.retryAllTitle')}
      action={t('failed.retryAll')}
      isPending={change.isPending}
      onConfirm={() => change.run('POST', 'failed-tasks/retry', cursor === null ? filters : { ...filters, cursor })}
      onClose={onClose}
    >
      <p>{before === 0 ? t('failed.retryAllText') : t('failed.retryMore', { count: before })}</p>
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
