import { useState } from 'react';
import type { Tenant } from '../api/representations';
import { useLanguage } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { Field } from '../ui/field';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';

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

/** Gives the tenant a quota of its own. Empty: that of every tenant. */
export function TenantQuota({ tenant, onClose }: { tenant: Tenant; onClose: () => void }) {
  const { t } = useLanguage();
  const { announce } = useNotices();
  const own = tenant.max_bytes === null ? '' : String(tenant.max_bytes / gibibyte);
  const [size, setSize] = useState(own);
  const change = useChange<Tenant>(() => {
    announce(t('tenants.quotaChanged', { name: tenant.name }));
    onClose();
  });
  const bytes = size.trim() === '' ? null : Math.round(Number(size) * gibibyte);
  return (
    <Confirm
      title={t('tenants.quotaTitle', { name: tenant.name })}
      action={t('save')}
      isPending={change.isPending}
      onConfirm={() => change.run('PATCH', `tenants/${tenant.id}`, { max_bytes: bytes })}
      onClose={onClose}
    >
      <p>
        <StoredBytes tenant={tenant} />
      </p>
      <Field
        label={t('tenants.quotaSize')}
        hint={t('tenants.quotaHint')}
        type="number"
        min={0}
        step="any"
        autoComplete="off"
        value={size}
        onValue={setSize}
      />
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
