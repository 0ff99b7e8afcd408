import { useState } from 'react';
import type { FullConnection, ReplacedAccessTokens } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { useChange } from '../data/use-change';
import { ProductToken } from './product-token';

/** Revokes every access token of a product, then shows the new one once. */
export function ReplaceAccessTokens({ connection: { id, name }, onClose }: { connection: FullConnection; onClose: () => void }) {
  const t = useText();
  const [token, setToken] = useState<string | null>(null);
  const change = useChange<ReplacedAccessTokens>((replaced) => setToken(replaced.access_token));
  if (token !== null) return <ProductToken issued={{ name, token }} onClose={onClose} />;
  return (
    <Confirm
      title={t('product.replaceTitle', { name })}
      action={t('action.accessTokens')}
      isDangerous
      isPending={change.isPending}
      onConfirm={() => change.run('POST', `connections/${id}/access-tokens`)}
      onClose={onClose}
    >
      <p>{t('product.replaceText')}</p>
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
