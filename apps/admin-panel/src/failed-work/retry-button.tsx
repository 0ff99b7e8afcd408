import type { FailedTask } from '../api/representations';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { useNotices } from '../ui/notices';
import { useChange } from '../ui/use-change';

/** Without a question, because a retry destroys nothing. */
export function RetryButton({ task: { id }, onDone }: { task: FailedTask; onDone?: () => void }) {
  const t = useText();
  const { announce } = useNotices();
  const change = useChange(() => {
    announce(t('failed.retried'));
    onDone?.();
  });
  return (
    <>
      <button type="button" disabled={change.isPending} onClick={() => change.run('POST', `failed-tasks/${id}/retry`)}>
        {t('failed.retry')}
      </button>
      {change.failure && <FailureNotice failure={change.failure} />}
    </>
  );
}
