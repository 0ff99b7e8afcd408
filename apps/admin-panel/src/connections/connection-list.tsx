import { Link } from 'react-router';
import { isFull, type AnyConnection, type SystemDetails } from '../api/representations';
import { usePages } from '../data/use-reads';
import { useText, type Translate } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { Choice } from '../ui/field';
import { Listing, type Columns } from '../ui/listing';
import { Page } from '../ui/page';
import { SearchField } from '../ui/search-field';
import { Ago, At } from '../ui/time';
import { useFilters } from '../ui/use-filters';
import { ConnectionBadge, StatusSentence } from './connection-status';
import { chosenStatus, filtersOfStatus, shownStatus, shownStatuses, type ShownStatus } from './statuses';

const filterNames = ['search', 'status', 'impaired', 'waiting', 'system', 'tenant_id'] as const;

/** Every connection that the user may see, newest first. */
export function ConnectionList() {
  const t = useText();
  const { filters } = useFilters(filterNames);
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
      <Listing<AnyConnection>
        resource="connections"
        filters={filters}
        caption={t('nav.connections')}
        columns={columns(t)}
        empty={t(isFiltered ? 'connections.emptyFiltered' : 'connections.empty')}
        everyMs={() => 30_000}
      />
    </Page>
  );
}

function Filters() {
  const t = useText();
  const { filters, setFilter, setFilters, reset } = useFilters(filterNames);
  const { rows: systems = [] } = usePages<SystemDetails>('systems');
  return (
    <search className="filters">
      <SearchField
        label={t('connections.search')}
        hint={t('connections.searchHint')}
        value={filters.search ?? ''}
        onSearch={(text) => setFilter('search', text)}
      />
      <Choice
        label={t('connections.status')}
        options={[['', t('all')], ...shownStatuses.map((status) => [status, t(`status.${status}`)] as const)]}
        value={chosenStatus(filters)}
        onValue={(value) => setFilters(filtersOfStatus(value as ShownStatus | ''))}
      />
      <Choice
        label={t('connections.system')}
        options={[['', t('all')], ...systems.map(({ slug, name }) => [slug, name] as const)]}
        value={filters.system ?? ''}
        onValue={(slug) => setFilter('system', slug)}
      />
      {filters.tenant_id && <p className="hint">{t('connections.ofTenant')}</p>}
      {Object.keys(filters).length > 0 && (
        <button type="button" onClick={reset}>
          {t('reset')}
        </button>
      )}
    </search>
  );
}

const columns = (t: Translate): Columns<AnyConnection> => ({
  'connections.status': (connection) => (
    <>
      <ConnectionBadge connection={connection} />
      {shownStatus(connection) !== 'active' && (
        <span className="hint sentence">
          <StatusSentence connection={connection} />
        </span>
      )}
    </>
  ),
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
