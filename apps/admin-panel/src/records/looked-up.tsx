import { useCustom } from '@refinedev/core';
import type { ApiFailure } from '../api/api-failure';
import type { FullConnection, RecordKind } from '../api/representations';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loading';
import { RecordFacts, type StoredRecord } from './record-facts';
import { RefetchRecord } from './refetch-record';

interface LookedUpProps {
  connection: FullConnection;
  kind: RecordKind;
  /** The record's id in the shop. */
  sourceId: string;
}

/** One record as it is stored, or that there is none, and a way to read it from the shop again. */
export function LookedUp({ connection, kind, sourceId }: LookedUpProps) {
  const t = useText();
  const path = `connections/${connection.id}/records/${kind}/${encodeURIComponent(sourceId)}`;
  const { query } = useCustom<StoredRecord, ApiFailure>({ url: path, method: 'get' });
  const isMissing = query.error?.kind === 'not-found';
  const record = isMissing ? undefined : query.data?.data;
  if (!record && !query.error) return <Loading />;
  return (
    <section className="record" aria-label={`${t(`record.${kind}`)} ${sourceId}`}>
      <h3>
        {t(`record.${kind}`)} {sourceId}
      </h3>
      {query.error && !isMissing && <FailureNotice failure={query.error} retry={() => void query.refetch()} />}
      {isMissing && <p className="notice">{t('lookup.missing')}</p>}
      {record?.deleted_at && <p className="notice">{t('lookup.deleted')}</p>}
      {(record ?? isMissing) && <RefetchRecord connection={connection} kind={kind} path={path} isStored={record !== undefined} />}
      {record && <RecordFacts kind={kind} record={record} />}
    </section>
  );
}
