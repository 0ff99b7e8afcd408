import { useState } from 'react';
import { Link } from 'react-router';
import { isFull, type AnyConnection, type ConnectionCount, type SystemDetails } from '../api/representations';
import { useOne, usePages } from '../data/use-reads';
import { useLanguage, useText, type Translate } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { Choice } from '../ui/field';
import { Listing, type Columns } from '../ui/listing';
import { Page } from '../ui/page';
import { SearchField } from '../ui/search-field';
import { Ago, At } from '../ui/time';
import { addressOf, useFilters } from '../ui/use-filters';
import { BulkChanges } from './bulk-changes';
import { StatusAndReason } from './connection-status';
import { chosenStatus, filtersOfStatus, reasonsOf, shownStatuses, type ShownStatus } from './statuses';

const everyMs = 30_000;
const filterNames = ['search', 'status', 'impaired', 'waiting', 'status_reason', 'system', 'tenant_id', 'kind', 'sort'] as const;
const kinds = ['shops', 'products', 'all'] as const;
const sorts = ['name', 'tenant', 'status', 'last_synced_at', '-last_synced_at'] as const;

/** As the API takes them. Unless the address says otherwise, shops are shown, or all that one company has. */
function useListed() {
  const { filters } = useFilters(filterNames);
  const kind = filters.kind ?? (filters.tenant_id ? 'all' : 'shops');
  const { sort, ...counted } = { ...filters, kind: kind === 'all' ? '' : kind };
  return { filters, kind, sort, counted: counted as Readonly<Record<string, string>> };
}

/** Every connection that the user may see, newest first. */
export function ConnectionList() {
  const t = useText();
  const { filters, sort = '', counted } = useListed();
  const isSuperAdmin = useIsSuperAdmin();
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title={t('nav.connections')}
      aside={
        isSuperAdmin && (
          <Link className="button primary" to="/connections/new">
            {t('create.title')}
          </Link>
        )
      }
    >
      <Filters />
      <div className="total">
        <Total />
        <BulkChanges filters={counted} shown={chosenStatus(filters)} />
        <Order />
      </div>
      <Listing<AnyConnection>
        resource="connections"
        filters={{ ...counted, sort }}
        caption={t('nav.connections')}
        columns={columns(t)}
        empty={t(isFiltered ? 'connections.emptyFiltered' : 'connections.empty')}
        everyMs={() => everyMs}
      />
    </Page>
  );
}

/** How many there are. Nothing until it is known, because the list does not wait for it. */
function Total() {
  const { locale, t } = useLanguage();
  const { counted, sort } = useListed();
  const { data } = useOne<ConnectionCount>(`connections/count?${addressOf(counted)}`, everyMs);
  if (!data) return null;
  const text = !data.has_more ? 'connections.count' : sort ? 'connections.sortedNewest' : 'connections.countMore';
  return (
    <p className="hint" role="status">
      {t(text, { count: new Intl.NumberFormat(locale).format(data.count) })}
    </p>
  );
}

function Filters() {
  const t = useText();
  const { setFilter, setFilters, reset } = useFilters(filterNames);
  const { filters, kind } = useListed();
  const [resets, setResets] = useState(0);
  const { rows: systems = [] } = usePages<SystemDetails>('systems');
  return (
    <search className="filters">
      <SearchField
        key={resets}
        label={t('connections.search')}
        hint={t('connections.searchHint')}
        value={filters.search ?? ''}
        onSearch={(text) => setFilter('search', text)}
      />
      <Choice
        label={t('connections.status')}
        options={[['', t('all')], ...shownStatuses.map((status) => [status, t(`status.${status}`)] as const)]}
        value={chosenStatus(filters)}
        onValue={(value) => setFilters({ ...filtersOfStatus(value as ShownStatus | ''), status_reason: '' })}
      />
      {(filters.status_reason || chosenStatus(filters) === 'impaired') && <ReasonChoice />}
      <Choice
        label={t('connections.system')}
        options={[['', t('all')], ...systems.map(({ slug, name }) => [slug, name] as const)]}
        value={filters.system ?? ''}
        onValue={(slug) => setFilter('system', slug)}
      />
      <Choice
        label={t('connections.kind')}
        options={kinds.map((one) => [one, t(`connections.kind.${one}`)])}
        value={kind}
        onValue={(value) => setFilter('kind', value)}
      />
      {filters.tenant_id && <p className="hint">{t('connections.ofTenant')}</p>}
      {Object.keys(filters).length > 0 && (
        <button
          type="button"
          onClick={() => {
            reset();
            // What was typed last, too.
            setResets(resets + 1);
          }}
        >
          {t('reset')}
        </button>
      )}
    </search>
  );
}

/** What needs a person, as the overview names it. Codes that only the address names stand for themselves. */
function ReasonChoice() {
  const t = useText();
  const { filters, setFilter } = useFilters(filterNames);
  const given = filters.status_reason ?? '';
  const known = Object.entries(reasonsOf).map(([need, codes]) => [codes, t(`inbox.${need as keyof typeof reasonsOf}`)] as const);
  const isKnown = ['', ...Object.values(reasonsOf)].includes(given);
  return (
    <Choice
      label={t('connections.reason')}
      options={[['', t('all')], ...known, ...(isKnown ? [] : [[given, given] as const])]}
      value={given}
      onValue={(codes) => setFilter('status_reason', codes)}
    />
  );
}

/** The order of the list, in the row of the total. */
function Order() {
  const t = useText();
  const { setFilter } = useFilters(filterNames);
  const { sort = '' } = useListed();
  return (
    <Choice
      label={t('connections.sort')}
      options={[['', t('connections.sort.newest')], ...sorts.map((one) => [one, t(`connections.sort.${one}`)] as const)]}
      value={sort}
      onValue={(value) => setFilter('sort', value)}
    />
  );
}

const columns = (t: Translate): Columns<AnyConnection> => ({
  'connections.status': (connection) => <StatusAndReason connection={connection} />,
  'connections.shop': (connection) => (
    <>
      <Link to={`/connections/${connection.id}`}>{connection.name}</Link>
      <span className="hint">{isFull(connection) ? connection.base_url : t('connections.statusOnly')}</span>
    </>
  ),
  'connections.system': ({ system }) => system?.name ?? t('connections.noSystem'),
  'connections.tenant': ({ tenant }) => tenant?.name ?? t('connections.unclaimed'),
  'connections.lastSync': (connection) =>
    !isFull(connection) ? t('none') : connection.last_synced_at ? <Ago at={connection.last_synced_at} /> : t('never'),
  'connections.created': ({ created_at }) => <At at={created_at} />,
});
