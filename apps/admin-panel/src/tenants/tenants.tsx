import { Link } from 'react-router';
import type { Tenant } from '../api/representations';
import { useText } from '../language/use-language';
import { connectProduct } from '../products/product-actions';
import { useIsSuperAdmin } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { Listing, type Columns } from '../ui/listing';
import { Page } from '../ui/page';
import { SearchField } from '../ui/search-field';
import { At } from '../ui/time';
import { useFilters } from '../ui/use-filters';
import { changeAddresses, changeQuota, createTenant, deleteTenant, renameTenant, StoredBytes } from './tenant-actions';

/** The companies. A support user sees its accessible ones. */
export function Tenants() {
  const t = useText();
  const isSuperAdmin = useIsSuperAdmin();
  const { filters, setFilter } = useFilters(['search'] as const);
  return (
    <Page title={t('nav.tenants')} aside={isSuperAdmin && <ActionButton action={createTenant} of={undefined} className="primary" />}>
      <search className="filters">
        <SearchField
          label={t('connections.search')}
          hint={t('tenants.searchHint')}
          value={filters.search ?? ''}
          onSearch={(text) => setFilter('search', text)}
        />
      </search>
      <Listing<Tenant>
        resource="tenants"
        filters={filters}
        caption={t('nav.tenants')}
        columns={{ ...columns, ...(isSuperAdmin && actions) }}
        empty={t('tenants.empty')}
      />
    </Page>
  );
}

const columns: Columns<Tenant> = {
  'tenants.name': ({ id, name }) => <Link to={`/connections?tenant_id=${id}`}>{name}</Link>,
  'tenants.storedHeading': (tenant) => <StoredBytes tenant={tenant} />,
  'connections.created': ({ created_at }) => <At at={created_at} />,
};

const actions: Columns<Tenant> = {
  'connection.actions': (tenant) => (
    <div className="buttons">
      <ActionButton action={connectProduct} of={tenant} />
      <ActionButton action={renameTenant} of={tenant} />
      <ActionButton action={changeQuota} of={tenant} />
      <ActionButton action={changeAddresses} of={tenant} />
      <ActionButton action={deleteTenant} of={tenant} className="quiet" />
    </div>
  ),
};
