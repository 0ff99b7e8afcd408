import type { Tenant } from '../api/representations';
import { useLanguage, useText } from '../language/use-language';
import type { Action, Fields } from '../ui/action';
import { Field } from '../ui/field';

const gibibyte = 1024 ** 3;

/** What a tenant stores and may store: `1.2 of 5 GiB`. */
export function StoredBytes({ tenant: { stored_bytes, allowed_bytes } }: { tenant: Tenant }) {
  const { locale, t } = useLanguage();
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const [used, allowed] = [stored_bytes, allowed_bytes].map((bytes) => number.format(bytes / gibibyte));
  return allowed_bytes === 0
    ? t('tenants.storedUnlimited', { used: used ?? '' })
    : t('tenants.stored', { used: used ?? '', allowed: allowed ?? '' });
}

interface Named {
  name: string;
}

function NameField({ typed: { name }, set }: Fields<unknown, Named>) {
  const t = useText();
  return (
    <Field label={t('tenants.name')} required maxLength={200} autoComplete="off" value={name} onValue={(typed) => set({ name: typed })} />
  );
}

export const createTenant: Action<undefined, Named, Tenant> = {
  label: 'tenants.create',
  title: 'tenants.create',
  confirm: 'save',
  done: 'tenants.created',
  start: () => ({ name: '' }),
  Fields: NameField,
  request: (_, { name }) => ['POST', 'tenants', { name: name.trim() }],
};

export const renameTenant: Action<Tenant, Named> = {
  label: 'tenants.rename',
  title: 'tenants.renameTitle',
  confirm: 'save',
  done: 'tenants.renamed',
  start: ({ name }) => ({ name }),
  Fields: NameField,
  request: ({ id }, { name }) => ['PATCH', `tenants/${id}`, { name: name.trim() }],
};

/** Gives the tenant a quota of its own. Empty: that of every tenant. */
export const changeQuota: Action<Tenant, { size: string }> = {
  label: 'tenants.quota',
  title: 'tenants.quotaTitle',
  confirm: 'save',
  done: 'tenants.quotaChanged',
  start: ({ max_bytes: own }) => ({ size: own === null ? '' : String(own / gibibyte) }),
  Fields: QuotaFields,
  request: ({ id }, { size }) => ['PATCH', `tenants/${id}`, { max_bytes: size.trim() === '' ? null : Math.round(Number(size) * gibibyte) }],
};

function QuotaFields({ subject, typed: { size }, set }: Fields<Tenant, { size: string }>) {
  const t = useText();
  return (
    <>
      <p>
        <StoredBytes tenant={subject} />
      </p>
      <Field
        label={t('tenants.quotaSize')}
        hint={t('tenants.quotaHint')}
        type="number"
        min={0}
        step="any"
        autoComplete="off"
        value={size}
        onValue={(typed) => set({ size: typed })}
      />
    </>
  );
}

export const deleteTenant: Action<Tenant> = {
  label: 'tenants.delete',
  title: 'tenants.deleteTitle',
  text: 'tenants.deleteText',
  done: 'tenants.deleted',
  isDangerous: true,
  request: ({ id }) => ['DELETE', `tenants/${id}`],
  refusals: { conflict: 'tenants.inUse' },
};
