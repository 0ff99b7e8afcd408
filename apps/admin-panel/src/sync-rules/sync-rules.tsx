import type { Tenant } from '../api/representations';
import { useOne } from '../data/use-reads';
import { useText } from '../language/use-language';
import { FindTenant } from '../tenants/find-tenant';
import { Choice } from '../ui/field';
import { Page } from '../ui/page';
import { useFilters } from '../ui/use-filters';
import { RuleListing } from './rule-listing';

const filterNames = ['tenant_id', 'is_active', 'is_default'] as const;
const flags = [
  { name: 'is_active', label: 'connections.status', yes: 'rules.active', no: 'rules.inactive' },
  { name: 'is_default', label: 'rules.kind', yes: 'rules.derived', no: 'rules.own' },
] as const;

/** Which records flow from where to where. Rules are made on the screen of their connection. */
export function SyncRules() {
  const t = useText();
  const { filters, setFilter, reset } = useFilters(filterNames);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page title={t('nav.syncRules')}>
      <search className="filters">
        {filters.tenant_id ? (
          <OfTenant id={filters.tenant_id} />
        ) : (
          <FindTenant label={t('users.findTenant')} onFind={(id) => setFilter('tenant_id', id)} />
        )}
        {flags.map(({ name, label, yes, no }) => (
          <Choice
            key={name}
            label={t(label)}
            options={[
              ['', t('all')],
              ['true', t(yes)],
              ['false', t(no)],
            ]}
            value={filters[name] ?? ''}
            onValue={(flag) => setFilter(name, flag)}
          />
        ))}
        {isFiltered && (
          <button type="button" onClick={reset}>
            {t('reset')}
          </button>
        )}
      </search>
      <RuleListing filters={filters} empty={t(isFiltered ? 'rules.emptyFiltered' : 'rules.empty')} />
    </Page>
  );
}

function OfTenant({ id }: { id: string }) {
  const t = useText();
  const { data: tenant } = useOne<Tenant>(`tenants/${id}`);
  return <p className="find">{t('rules.ofTenant', { name: tenant?.name ?? id })}</p>;
}
