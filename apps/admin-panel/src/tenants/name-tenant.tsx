import { useState } from 'react';
import type { Tenant } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { Field } from '../ui/field';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';

interface NameTenantProps {
  tenant?: Tenant;
  onNamed?: (tenant: Tenant) => void;
  onClose: () => void;
}

/** Renames the tenant; without one, creates one. */
export function NameTenant({ tenant, onNamed, onClose }: NameTenantProps) {
  const t = useText();
  const { announce } = useNotices();
  const [name, setName] = useState(tenant?.name ?? '');
  const change = useChange<Tenant>((named) => {
    announce(t(tenant ? 'tenants.renamed' : 'tenants.created', { name }));
    onNamed?.(named);
    onClose();
  });
  const confirm = () =>
    tenant ? change.run('PATCH', `tenants/${tenant.id}`, { name: name.trim() }) : change.run('POST', 'tenants', { name: name.trim() });
  return (
    <Confirm
      title={tenant ? t('tenants.renameTitle', { name: tenant.name }) : t('tenants.create')}
      action={t('save')}
      isPending={change.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Field label={t('tenants.name')} required maxLength={200} autoComplete="off" value={name} onValue={setName} />
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
