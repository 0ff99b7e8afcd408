import { useState } from 'react';
import type { Tenant } from '../api/representations';
import { usePages } from '../data/use-reads';
import { useText } from '../language/use-language';
import { SearchField } from '../ui/search-field';

interface FindTenantProps {
  label: string;
  /** Ids of those that are not offered. */
  except?: readonly string[];
  onFind: (id: string) => void;
}

const shownFinds = 8;

/** Finds a company by its name, because there may be many. */
export function FindTenant({ label, except = [], onFind }: FindTenantProps) {
  const t = useText();
  const [search, setSearch] = useState('');
  const { rows = [] } = usePages<Tenant>('tenants', { filters: { search }, isEnabled: search !== '' });
  const found = search === '' ? [] : rows.filter(({ id }) => !except.includes(id)).slice(0, shownFinds);
  return (
    <div className="find">
      <SearchField label={label} hint={t('tenants.searchHint')} value={search} onSearch={setSearch} />
      <div className="buttons">
        {found.map(({ id, name }) => (
          <button key={id} type="button" onClick={() => onFind(id)}>
            + {name}
          </button>
        ))}
      </div>
    </div>
  );
}
