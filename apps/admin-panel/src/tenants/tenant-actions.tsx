import type { NotificationAddresses, Tenant } from '../api/representations';
import { useOne } from '../data/use-reads';
import { useLanguage, useText } from '../language/use-language';
import type { Action, Fields } from '../ui/action';
import { Field, TextArea } from '../ui/field';
import { Loaded } from '../ui/loaded';

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

/** Who gets a mail when the link to one of its shops breaks. `lines`: one address each; null: as they are stored. */
export const changeAddresses: Action<Tenant, { lines: string | null }> = {
  label: 'tenants.addresses',
  title: 'tenants.addressesTitle',
  text: 'tenants.addressesText',
  confirm: 'save',
  done: 'tenants.addressesChanged',
  start: () => ({ lines: null }),
  Fields: AddressesField,
  request: ({ id }, { lines }) =>
    lines === null ? null : ['PUT', addressesOf(id), { addresses: lines.split(/[\s,;]+/).filter((one) => one !== '') }],
  refusals: { conflict: 'tenants.noMail' },
};

const addressesOf = (id: string) => `tenants/${id}/notification-addresses`;

function AddressesField({ subject: { id }, typed: { lines }, set, errors }: Fields<Tenant, { lines: string | null }>) {
  const t = useText();
  const query = useOne<NotificationAddresses>(addressesOf(id));
  return (
    <Loaded query={query}>
      {({ addresses, mail_configured: isMailSetUp }) => (
        <>
          <TextArea
            label={t('tenants.addressesLabel')}
            hint={t('tenants.addressesHint')}
            error={Object.values(errors)[0]}
            rows={4}
            spellCheck={false}
            value={lines ?? addresses.join('\n')}
            onValue={(typed) => set({ lines: typed })}
          />
          {!isMailSetUp && <p>{t('tenants.noMail')}</p>}
        </>
      )}
    </Loaded>
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
