import { useCustom } from '@refinedev/core';
import { shownCapabilities } from '@sync/platforms';
import { useState } from 'react';
import type { ApiFailure } from '../api/api-failure';
import type { FullConnection, RecordCounts, RecordKind } from '../api/representations';
import { useLanguage } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Choice, Field } from '../ui/field';
import { Form } from '../ui/form';
import { Loading } from '../ui/loading';
import { LookedUp } from './looked-up';

interface Address {
  kind: RecordKind;
  sourceId: string;
}

/** Longer ids the service refuses. */
const maxSourceIdLength = 200;

/** How many records of the shop are stored, and each by its id in the shop. */
export function Records({ connection }: { connection: FullConnection }) {
  const { t } = useLanguage();
  const [typed, setTyped] = useState<Address>({ kind: connection.capabilities[0] ?? 'orders', sourceId: '' });
  const [wanted, setWanted] = useState<Address | null>(null);
  return (
    <>
      <Counts connectionId={connection.id} />
      <Form className="filters" onSubmit={() => setWanted({ ...typed, sourceId: typed.sourceId.trim() })}>
        <Field
          label={t('lookup.id')}
          hint={t('lookup.idHint')}
          required
          pattern=".*\S.*"
          maxLength={maxSourceIdLength}
          autoComplete="off"
          spellCheck={false}
          value={typed.sourceId}
          onValue={(sourceId) => setTyped({ ...typed, sourceId })}
        />
        <Choice label={t('lookup.kind')} value={typed.kind} onValue={(kind) => setTyped({ ...typed, kind: kind as RecordKind })}>
          {shownCapabilities.map((kind) => (
            <option key={kind} value={kind}>
              {t(`records.${kind}`)}
            </option>
          ))}
        </Choice>
        <button>{t('lookup.submit')}</button>
      </Form>
      {wanted && <LookedUp key={`${wanted.kind}/${wanted.sourceId}`} connection={connection} {...wanted} />}
    </>
  );
}

function Counts({ connectionId }: { connectionId: string }) {
  const { locale, t } = useLanguage();
  const { query } = useCustom<RecordCounts, ApiFailure>({ url: `connections/${connectionId}/records`, method: 'get' });
  const counts = query.data?.data.data;
  if (query.error && !counts) return <FailureNotice failure={query.error} retry={() => void query.refetch()} />;
  if (!counts) return <Loading />;
  return (
    <ul className="tiles">
      {counts.map(({ kind, count, is_limited: isLimited }) => (
        <li key={kind} className="tile">
          <span className="figure">
            {new Intl.NumberFormat(locale).format(count)}
            {isLimited && '+'}
          </span>
          {t(`records.${kind}`)}
        </li>
      ))}
    </ul>
  );
}
