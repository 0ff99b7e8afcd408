import type { Tenant } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';

export function DeleteTenant({ tenant: { id, name }, onClose }: { tenant: Tenant; onClose: () => void }) {
  const t = useText();
  const { announce } = useNotices();
  const change = useChange(() => {
    announce(t('tenants.deleted', { name }));
    onClose();
  });
  return (
    <Confirm
      title={t('tenants.deleteTitle', { name })}
      action={t('tenants.delete')}
      isDangerous
      isPending={change.isPending}
      onConfirm={() => change.run('DELETE', `tenants/${id}`)}
      onClose={onClose}
    >
      <p>{t('tenants.deleteText')}</p>
      {change.failure && (
        <FailureNotice failure={change.failure} text={change.failure.kind === 'conflict' ? t('tenants.inUse') : undefined} />
      )}
    </Confirm>
  );
}
