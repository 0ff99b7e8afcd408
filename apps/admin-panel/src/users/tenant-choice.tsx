import { useList } from '@refinedev/core';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../api/request';
import type { Tenant } from '../api/representations';
import { useText } from '../language/use-language';
import { SearchField } from '../ui/search-field';

interface ChoiceProps {
  /** Ids. */
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

const shownFinds = 8;

/** The companies that a support user sees: found by name, because there may be many. */
export function TenantChoice({ chosen, onChoose }: ChoiceProps) {
  const t = useText();
  const [search, setSearch] = useState('');
  const { result } = useList<Tenant>({
    resource: 'tenants',
    filters: [{ field: 'search', operator: 'eq', value: search }],
    queryOptions: { enabled: search !== '' },
  });
  const names = useQueries({
    queries: chosen.map((id) => ({ queryKey: ['tenants', id], queryFn: () => request<Tenant>('GET', `tenants/${id}`) })),
  });
  const found = search === '' ? [] : result.data.filter(({ id }) => !chosen.includes(id)).slice(0, shownFinds);
  return (
    <fieldset>
      <legend>{t('users.tenants')}</legend>
      <ul className="chosen">
        {chosen.map((id, place) => (
          <li key={id}>
            {names[place]?.data?.name ?? id}
            <button type="button" className="quiet" onClick={() => onChoose(chosen.filter((one) => one !== id))}>
              {t('users.removeTenant')}
            </button>
          </li>
        ))}
      </ul>
      <SearchField label={t('users.findTenant')} hint={t('tenants.searchHint')} value={search} onSearch={setSearch} />
      <div className="buttons">
        {found.map(({ id, name }) => (
          <button key={id} type="button" onClick={() => onChoose([...chosen, id])}>
            + {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
