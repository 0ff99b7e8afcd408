import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FailedTask, ResolvedTasks } from '../api/representations';
import { useLanguage } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { Loaded } from '../ui/loaded';
import { useNotices } from '../ui/notices';
import { readAll } from '../data/read-all';
import { useChange } from '../data/use-change';

const maxCounted = 1_000;

/** Retries everything that the filters find, a batch a request. */
export function RetryAll({ filters, onClose }: { filters: Readonly<Record<string, string>>; onClose: () => void }) {
  const { locale, t } = useLanguage();
  const { announce } = useNotices();
  const number = new Intl.NumberFormat(locale);
  const found = useQuery({
    queryKey: ['failed-tasks', 'found', filters],
    queryFn: () => readAll<FailedTask>('failed-tasks', filters, maxCounted),
    gcTime: 0,
    staleTime: Infinity,
  });
  const many = number.format(found.data?.rows.length ?? 0);
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
      isPending={change.isPending || !found.data}
      onConfirm={() => change.run('POST', 'failed-tasks/retry', cursor === null ? filters : { ...filters, cursor })}
      onClose={onClose}
    >
      <Loaded query={found}>
        {({ hasMore }) => (
          <p>
            {before === 0
              ? t('failed.retryAllText', { count: hasMore ? t('failed.retryAllMany', { count: many }) : many })
              : t('failed.retryMore', { count: before })}
          </p>
        )}
      </Loaded>
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
