import { useState } from 'react';
import { Link } from 'react-router';
import type { Tenant } from '../api/representations';
import { useText, type Translate } from '../language/use-language';
import { ConnectProduct } from '../products/connect-product';
import { useIsSuperAdmin } from '../session/me';
import { Listing, type Column } from '../ui/listing';
import { Page } from '../ui/page';
import { SearchField } from '../ui/search-field';
import { At } from '../ui/time';
import { useFilters } from '../ui/use-filters';
import { DeleteTenant } from './delete-tenant';
import { NameTenant } from './name-tenant';
import { StoredBytes, TenantQuota } from './tenant-quota';

type Asked = { ask: 'create' } | { ask: 'rename' | 'quota' | 'delete' | 'connect'; tenant: Tenant };

/** The companies. A support user sees its accessible ones. */
export function Tenants() {
  const t = useText();
  const isSuperAdmin = useIsSuperAdmin();
  const { filters, setFilter } = useFilters(['search'] as const);
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = () => setAsked(null);
  return (
    <Page
      title={t('nav.tenants')}
      aside={
        isSuperAdmin && (
          <button type="button" className="primary" onClick={() => setAsked({ ask: 'create' })}>
            {t('tenants.create')}
          </button>
        )
      }
    >
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
        columns={columns(t, isSuperAdmin ? setAsked : null)}
        empty={t('tenants.empty')}
      />
      {asked?.ask === 'create' && <NameTenant onClose={close} />}
      {asked?.ask === 'rename' && <NameTenant tenant={asked.tenant} onClose={close} />}
      {asked?.ask === 'connect' && <ConnectProduct tenant={asked.tenant} onClose={close} />}
      {asked?.ask === 'quota' && <TenantQuota tenant={asked.tenant} onClose={close} />}
      {asked?.ask === 'delete' && <DeleteTenant tenant={asked.tenant} onClose={close} />}
    </Page>
  );
}

function columns(t: Translate, ask: ((asked: Asked) => void) | null): Column<Tenant>[] {
  const shown: Column<Tenant>[] = [
    { heading: t('tenants.name'), cell: ({ id, name }) => <Link to={`/connections?tenant_id=${id}`}>{name}</Link> },
    { heading: t('tenants.storedHeading'), cell: (tenant) => <StoredBytes tenant={tenant} /> },
    { heading: t('connections.created'), cell: ({ created_at }) => <At at={created_at} /> },
  ];
  if (!ask) return shown;
  const cell = (tenant: Tenant) => (
    <div className="buttons">
      <button type="button" onClick={() => ask({ ask: 'connect', tenant })}>
        {t('product.connect')}
      </button>
      <button type="button" onClick={() => ask({ ask: 'rename', tenant })}>
        {t('tenants.rename')}
      </button>
      <button type="button" onClick={() => ask({ ask: 'quota', tenant })}>
        {t('tenants.quota')}
      </button>
      <button type="button" className="quiet" onClick={() => ask({ ask: 'delete', tenant })}>
        {t('tenants.delete')}
      </button>
    </div>
  );
  return [...shown, { heading: t('connection.actions'), cell }];
}
