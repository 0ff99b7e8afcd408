import { shownCapabilities } from '@sync/platforms';
import { useState } from 'react';
import type { FullConnection, RecordCounts, RecordKind } from '../api/representations';
import { useOne } from '../data/use-reads';
import { useLanguage } from '../language/use-language';
import { Choice, Field } from '../ui/field';
import { Form } from '../ui/form';
import { Loaded } from '../ui/loaded';
import { LookedUp } from './looked-up';

interface Address {
  kind: RecordKind;
  sourceId: string;
}

/** Longer ids the service refuses. */
const maxSourceIdLength = 200;

/** `orders/515`; null for anything else. */
function addressIn(text: string): Address | null {
  const kind = shownCapabilities.find((one) => text.startsWith(`${one}/`));
  return kind ? { kind, sourceId: text.slice(kind.length + 1, kind.length + 1 + maxSourceIdLength) } : null;
}

/** How many records of the shop are stored, and each by its id in the shop. `address`: of the record that is shown first. */
export function Records({ connection, address = '' }: { connection: FullConnection; address?: string }) {
  const { t } = useLanguage();
  const [wanted, setWanted] = useState(addressIn(address));
  const [typed, setTyped] = useState<Address>(wanted ?? { kind: connection.capabilities[0] ?? 'orders', sourceId: '' });
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
        <Choice
          label={t('lookup.kind')}
          options={shownCapabilities.map((kind) => [kind, t(`records.${kind}`)])}
          value={typed.kind}
          onValue={(kind) => setTyped({ ...typed, kind: kind as RecordKind })}
        />
        <button>{t('lookup.submit')}</button>
      </Form>
      {wanted && <LookedUp key={`${wanted.kind}/${wanted.sourceId}`} connection={connection} {...wanted} />}
    </>
  );
}

function Counts({ connectionId }: { connectionId: string }) {
  const { locale, t } = useLanguage();
  const query = useOne<RecordCounts>(`connections/${connectionId}/records`);
  return (
    <Loaded query={query} isQuiet>
      {({ data: counts }) => (
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
      )}
    </Loaded>
  );
}
