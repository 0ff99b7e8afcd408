import type { FullConnection } from '../api/representations';
import { usePages } from '../data/use-reads';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { Choice } from '../ui/field';

interface OtherConnectionProps {
  label: string;
  /** The connection whose company is looked at. */
  of: FullConnection;
  chosen: FullConnection | undefined;
  onChoose: (connection: FullConnection | undefined) => void;
}

/** One of the other connections of the company whose system is known. Only a super administrator sees them all in full. */
export function OtherConnection({ label, of: { id, tenant_id: tenantId }, chosen, onChoose }: OtherConnectionProps) {
  const t = useText();
  const { query, rows = [] } = usePages<FullConnection>('connections', { filters: { tenant_id: tenantId ?? undefined } });
  const others = rows.filter((one) => one.id !== id && one.system !== null);
  return (
    <>
      {query.error && <FailureNotice failure={query.error} retry={() => void query.refetch()} />}
      <Choice
        label={label}
        required
        options={[
          ['', t(query.isLoading ? 'loading' : others.length === 0 ? 'rules.noOther' : 'rules.choose')],
          ...others.map(({ id: one, name, status }) => [one, `${name} (${t(`status.${status}`)})`] as const),
        ]}
        value={chosen?.id ?? ''}
        onValue={(value) => onChoose(others.find((one) => one.id === value))}
      />
      {query.hasNextPage && (
        <button type="button" className="more" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </button>
      )}
    </>
  );
}
