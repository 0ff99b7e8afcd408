import { useQueries } from '@tanstack/react-query';
import type { SystemDetails, Tenant, User } from '../api/representations';
import { request } from '../api/request';
import { usePages } from '../data/use-reads';
import { useText } from '../language/use-language';
import { FindTenant } from '../tenants/find-tenant';
import { RadioGroup } from '../ui/radio-group';

interface ChoiceProps {
  /** Ids. */
  chosen: readonly string[];
  onChoose: (ids: string[]) => void;
}

/** The systems whose connections a support user sees in full. */
export function SystemChoice({ chosen, onChoose }: ChoiceProps) {
  const t = useText();
  const { rows = [] } = usePages<SystemDetails>('systems');
  return (
    <fieldset>
      <legend>{t('users.systems')}</legend>
      <div className="options">
        {rows.map(({ id, name }) => (
          <label key={id} className="option">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ target }) => onChoose(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type TenantAccess = User['tenant_access'];

const tenantAccesses = ['chosen', 'all', 'by_system'] as const satisfies TenantAccess[];

/** Whose connections a support user sees. */
export function AccessChoice({ value, onValue }: { value: TenantAccess; onValue: (access: TenantAccess) => void }) {
  const t = useText();
  return (
    <RadioGroup
      legend={t('users.tenants')}
      options={tenantAccesses.map((one) => ({ value: one, label: t(`users.access.${one}`), hint: t(`users.accessHint.${one}`) }))}
      value={value}
      onValue={(access) => onValue(access as TenantAccess)}
    />
  );
}

/** The companies that a support user sees. */
export function TenantChoice({ chosen, onChoose }: ChoiceProps) {
  const t = useText();
  const names = useQueries({
    queries: chosen.map((id) => ({ queryKey: [`tenants/${id}`], queryFn: () => request<Tenant>('GET', `tenants/${id}`) })),
  });
  return (
    <fieldset>
      <legend>{t('users.access.chosen')}</legend>
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
      <FindTenant label={t('users.findTenant')} except={chosen} onFind={(id) => onChoose([...chosen, id])} />
    </fieldset>
  );
}
