import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { useIsSuperAdmin } from '../session/session';
import { ActionButton } from '../ui/action-button';
import { connectProduct } from './product-actions';

/** Why an active shop syncs nothing. */
export function SyncObstacle({ connection: { tenant, sync_obstacle: obstacle } }: { connection: FullConnection }) {
  const t = useText();
  const isSuperAdmin = useIsSuperAdmin();
  if (!obstacle) return null;
  return (
    <div className="notice" role="note">
      <p>{t(`obstacle.${obstacle}`)}</p>
      {obstacle === 'no_target' && isSuperAdmin && tenant && <ActionButton action={connectProduct} of={tenant} />}
    </div>
  );
}
