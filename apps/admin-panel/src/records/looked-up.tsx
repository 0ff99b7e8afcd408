import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '../api/api-failure';
import type { FullConnection, RecordKind } from '../api/representations';
import { request } from '../api/request';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loaded';
import { RecordFacts, type StoredRecord } from './record-facts';
import { RecordStory } from './record-story';
import { RefetchRecord } from './refetch-record';

interface LookedUpProps {
  connection: FullConnection;
  kind: RecordKind;
  /** The record's id in the shop. */
  sourceId: string;
}

/** Null: none is stored. */
function find(path: string, signal: AbortSignal): Promise<StoredRecord | null> {
  return request<StoredRecord>('GET', path, { signal }).catch((error: unknown) => {
    if (error instanceof ApiFailure && error.kind === 'not-found') return null;
    throw error;
  });
}

/** One record as it is stored, or that there is none, and a way to read it from the shop again. */
export function LookedUp({ connection, kind, sourceId }: LookedUpProps) {
  const t = useText();
  const path = `connections/${connection.id}/records/${kind}/${encodeURIComponent(sourceId)}`;
  const query = useQuery({ queryKey: ['records', path], queryFn: ({ signal }) => find(path, signal) });
  const record = query.data;
  if (record === undefined && !query.error) return <Loading />;
  return (
    <section className="record" aria-label={`${t(`record.${kind}`)} ${sourceId}`}>
      <h3>
        {t(`record.${kind}`)} {sourceId}
      </h3>
      {query.error && <FailureNotice failure={query.error} retry={() => void query.refetch()} />}
      {record === null && <p className="notice">{t('lookup.missing')}</p>}
      {record?.deleted_at && <p className="notice">{t('lookup.deleted')}</p>}
      {record !== undefined && <RefetchRecord connection={connection} kind={kind} path={path} isStored={record !== null} />}
      {record && <RecordFacts kind={kind} record={record} />}
      {record && <RecordStory path={path} />}
    </section>
  );
}
