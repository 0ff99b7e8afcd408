import { useState, type KeyboardEvent } from 'react';
import type { Tenant } from '../api/representations';
import { usePages } from '../data/use-reads';
import { useText } from '../language/use-language';
import { createTenant } from '../tenants/tenant-actions';
import { ActionButton } from '../ui/action-button';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loaded';
import { RadioGroup } from '../ui/radio-group';
import { SearchField } from '../ui/search-field';

interface CompanyChoiceProps {
  chosen: Tenant | null;
  onChoose: (tenant: Tenant) => void;
  error?: string;
}

const shownFinds = 6;

/** A company, found by its name or created here. */
export function CompanyChoice({ chosen, onChoose, error }: CompanyChoiceProps) {
  const t = useText();
  const [search, setSearch] = useState('');
  const { query, rows = [] } = usePages<Tenant>('tenants', { filters: { search } });
  const choose = (tenant?: Tenant) => tenant && onChoose(tenant);
  const others = rows.filter(({ id }) => id !== chosen?.id);
  const offered = [...(chosen ? [chosen] : []), ...others.slice(0, shownFinds)];
  return (
    <>
      <div onKeyDown={keepForm}>
        <SearchField label={t('users.findTenant')} hint={t('create.companyHint')} value={search} onSearch={setSearch} />
      </div>
      {query.error && <FailureNotice failure={query.error} retry={() => void query.refetch()} />}
      {query.isLoading && <Loading />}
      <RadioGroup
        legend={t('create.company')}
        error={error}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen?.id ?? ''}
        onValue={(id) => choose(offered.find((tenant) => tenant.id === id))}
      />
      {query.isSuccess && search !== '' && rows.length === 0 && <p className="hint">{t('create.companyNone')}</p>}
      {others.length > shownFinds && <p className="hint">{t('create.companyMore')}</p>}
      <div>
        <ActionButton action={createTenant} of={undefined} onDone={onChoose} />
      </div>
    </>
  );
}

/** Enter in the search must not send the form around it. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
