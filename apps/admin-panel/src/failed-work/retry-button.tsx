import type { FailedTask } from '../api/representations';
import { useText } from '../language/use-language';
import { ChangeButton } from '../ui/change-button';

/** Without a question, because a retry destroys nothing. */
export function RetryButton({ task: { id }, onDone }: { task: FailedTask; onDone?: () => void }) {
  const t = useText();
  return (
    <ChangeButton label={t('failed.retry')} done={t('failed.retried')} method="POST" path={`failed-tasks/${id}/retry`} onDone={onDone} />
  );
}
