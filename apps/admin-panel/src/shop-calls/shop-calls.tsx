import { useState } from 'react';
import { Link } from 'react-router';
import type { FullConnection, ShopCalls as Calls, SyncRule } from '../api/representations';
import { restMs } from '../connections/polling';
import { usePages } from '../data/use-reads';
import { dateAndTime } from '../language/formats';
import { useLanguage, useText, type Translate } from '../language/use-language';
import { Choice } from '../ui/field';
import { Listing, type Columns } from '../ui/listing';
import { At } from '../ui/time';

/** What the service asked the shop, and which webhooks the shop sent, in the last days. */
export function ShopCalls({ connection }: { connection: FullConnection }) {
  const { t, locale } = useLanguage();
  const [filters, setFilters] = useState({ direction: '', outcome: '' });
  return (
    <>
      <p>{t('calls.text')}</p>
      <Elsewhere connection={connection} />
      <div className="filters">
        <Choice
          label={t('calls.direction')}
          options={[
            ['', t('all')],
            ['to_shop', t('calls.to_shop')],
            ['from_shop', t('calls.from_shop')],
          ]}
          value={filters.direction}
          onValue={(direction) => setFilters({ ...filters, direction })}
        />
        <Choice
          label={t('calls.outcome')}
          options={[
            ['', t('all')],
            ['failed', t('calls.failed')],
          ]}
          value={filters.outcome}
          onValue={(outcome) => setFilters({ ...filters, outcome })}
        />
      </div>
      <Listing<Calls>
        resource={`connections/${connection.id}/shop-calls`}
        filters={filters}
        caption={t('calls.title')}
        columns={columns(t, locale)}
        empty={t(filters.outcome === '' ? 'calls.none' : 'calls.noneFailed')}
        everyMs={() => restMs}
      />
    </>
  );
}

/** Where the other deliveries are: webhooks that could not be processed, and what products were told about the shop. */
function Elsewhere({ connection: { id } }: { connection: FullConnection }) {
  const t = useText();
  const { rows: rules = [] } = usePages<SyncRule>('sync-rules', { filters: { connection_id: id } });
  const readers = new Map(
    rules.filter(({ source, is_active: isActive }) => source.id === id && isActive).map(({ target }) => [target.id, target]),
  );
  return (
    <>
      <p>
        <Link to={`/failed-work?connection_id=${id}`}>{t('calls.failedWork')}</Link>
      </p>
      {[...readers.values()].map(({ id: readerId, name }) => (
        <p key={readerId}>
          <Link to={`/connections/${readerId}`}>{t('calls.deliveries', { name })}</Link>
        </p>
      ))}
    </>
  );
}

const columns = (t: Translate, locale: string): Columns<Calls> => {
  const number = new Intl.NumberFormat(locale);
  const unit = (name: string) => new Intl.NumberFormat(locale, { style: 'unit', unit: name, maximumFractionDigits: 0 });
  const [time, size] = [unit('millisecond'), unit('kilobyte')];
  return {
    'calls.when': ({ first_at: first, last_at: last }) => (
      <>
        <At at={first} />
        {dateAndTime(locale, first) !== dateAndTime(locale, last) && (
          <span className="hint">
            {t('calls.until')} <At at={last} />
          </span>
        )}
      </>
    ),
    'calls.what': ({ direction, what, outcome }) => (
      <>
        {what === null ? t(outcome === 'various' ? 'calls.several' : 'calls.unknown') : <code>{what}</code>}
        <span className="hint">{t(`calls.one.${direction}`)}</span>
      </>
    ),
    'calls.outcome': (calls) => <Outcome calls={calls} />,
    'calls.count': ({ calls }) => number.format(calls),
    'calls.took': ({ mean_ms: mean, slowest_ms: slowest, calls }) => (
      <>
        {time.format(mean)}
        {calls > 1 && <span className="hint">{t('calls.slowest', { time: time.format(slowest) })}</span>}
      </>
    ),
    'calls.size': ({ bytes }) => size.format(Math.ceil(bytes / 1_000)),
  };
};

const outcomes = [
  ...(['timeout', 'not_sent', 'accepted', 'not_taken', 'unknown_topic', 'of_copy', 'invalid-signature'] as const),
  ...(['validation-failed', 'service-unavailable', 'internal-error', 'various'] as const),
];
/** Nothing is wrong with the shop. */
const ignored = new Set(['not_sent', 'not_taken', 'unknown_topic', 'of_copy']);

function Outcome({ calls: { outcome, has_failed: hasFailed } }: { calls: Calls }) {
  const t = useText();
  const named = outcomes.find((one) => one === outcome);
  const isStatus = /^\d+$/.test(outcome);
  const tone = !hasFailed ? 'good' : ignored.has(outcome) ? 'off' : 'bad';
  return (
    <>
      <span className={`badge badge-${tone}`}>{named ? t(`calls.said.${named}`) : isStatus ? outcome : t('calls.said.none')}</span>
      {!named && !isStatus && <span className="hint">{outcome}</span>}
    </>
  );
}
