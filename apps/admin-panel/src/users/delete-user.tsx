import type { User } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { useNotices } from '../ui/notices';
import { useChange } from '../data/use-change';

export function DeleteUser({ user: { id, name }, onClose }: { user: User; onClose: () => void }) {
  const t = useText();
  const { announce } = useNotices();
  const change = useChange(() => {
    announce(t('users.deleted', { name }));
    onClose();
  });
  return (
    <Confirm
      title={t('users.deleteTitle', { name })}
      action={t('tenants.delete')}
      isDangerous
      isPending={change.isPending}
      onConfirm={() => change.run('DELETE', `users/${id}`)}
      onClose={onClose}
    >
      <p>{t('users.deleteText')}</p>
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
