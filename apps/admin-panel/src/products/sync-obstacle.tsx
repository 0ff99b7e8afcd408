import { useState } from 'react';
import type { FullConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { useIsSuperAdmin } from '../session/me';
import { ConnectProduct } from './connect-product';

/** Why an active shop syncs nothing. Stays mounted without an obstacle: an open dialog shows a token that is shown only once. */
export function SyncObstacle({ connection: { tenant, sync_obstacle: obstacle } }: { connection: FullConnection }) {
  const t = useText();
  const isSuperAdmin = useIsSuperAdmin();
  const [isConnecting, setIsConnecting] = useState(false);
  return (
    <>
      {obstacle && (
        <div className="notice" role="note">
          <p>{t(`obstacle.${obstacle}`)}</p>
          {obstacle === 'no_target' && isSuperAdmin && (
            <button type="button" onClick={() => setIsConnecting(true)}>
              {t('product.connect')}
            </button>
          )}
        </div>
      )}
      {isConnecting && tenant && <ConnectProduct tenant={tenant} onClose={() => setIsConnecting(false)} />}
    </>
  );
}
