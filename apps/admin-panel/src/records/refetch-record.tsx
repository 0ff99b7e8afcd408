import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { FullConnection, RecordKind, Refetch, RequestedRefetch } from '../api/representations';
import { request } from '../api/request';
import { openRunMs } from '../connections/polling';
import { useChange } from '../data/use-change';
import type { TextKey } from '../language/language';
import { Said } from '../language/said';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Waiting } from '../ui/loaded';

interface RefetchRecordProps {
  connection: FullConnection;
  kind: RecordKind;
  /** Of the record, below /api/admin. */
  path: string;
  isStored: boolean;
}

/** Follows a refetch until it has ended, and then reads again everything that is shown. */
function useRefetch(connectionId: string, taskId: string | null) {
  const cache = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['refetches', connectionId, taskId],
    queryFn: ({ signal }) => request<Refetch>('GET', `connections/${connectionId}/refetches/${taskId}`, { signal }),
    enabled: taskId !== null,
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === 'pending' ? openRunMs : false),
  });
  const status = taskId === null ? null : (data?.status ?? 'pending');
  useEffect(() => {
    if (status === 'done') void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'refetches' });
  }, [status, cache]);
  return { status, reason: data?.error, failure: error };
}

/** What the service would refuse. */
function refusal({ status, capabilities }: FullConnection, kind: RecordKind): TextKey | null {
  if (status !== 'active') return 'refetch.inactive';
  return capabilities.includes(kind) ? null : 'refetch.notImported';
}

/** Lets the service read the record from the shop again, while the connection may. */
export function RefetchRecord({ connection, kind, path, isStored }: RefetchRecordProps) {
  const t = useText();
  const [taskId, setTaskId] = useState<string | null>(null);
  const change = useChange<RequestedRefetch>(({ task_id }) => setTaskId(task_id));
  const { status, reason, failure = null } = useRefetch(connection.id, taskId);
  const isBusy = change.isPending || (status === 'pending' && failure === null);
  const refused = refusal(connection, kind);
  if (refused) return <p className="hint">{t(refused)}</p>;
  return (
    <div>
      <div className="buttons">
        <button type="button" disabled={isBusy} onClick={() => change.run('POST', `${path}/refetch`)}>
          {t(isStored ? 'refetch.again' : 'refetch.first')}
        </button>
      </div>
      {(change.failure ?? failure) && <FailureNotice failure={change.failure ?? failure} />}
      <div role="status">
        {isBusy && <Waiting text={t('refetch.busy')} />}
        {status === 'done' && <p>{t(isStored ? 'refetch.done' : 'refetch.absent')}</p>}
        {status === 'failed' && (
          <p>
            {t('refetch.failed')} <Link to={`/failed-work?connection_id=${connection.id}`}>{t('nav.failedWork')}</Link>
          </p>
        )}
        {reason && (
          <p>
            <Said text={reason} />
          </p>
        )}
      </div>
    </div>
  );
}
