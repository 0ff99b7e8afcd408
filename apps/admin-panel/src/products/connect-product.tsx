import { useState } from 'react';
import type { CreatedConnection } from '../api/representations';
import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
import { FailureNotice } from '../ui/failure-notice';
import { useChange } from '../data/use-change';
import { ProductToken } from './product-token';
import { SystemKindChoice } from './system-kind-choice';

interface ConnectProductProps {
  tenant: { id: string; name: string };
  onClose: () => void;
}

/** Connects a direct system to a company, then shows its access token once. */
export function ConnectProduct({ tenant: { id, name }, onClose }: ConnectProductProps) {
  const t = useText();
  const [slug, setSlug] = useState('');
  const [created, setCreated] = useState<CreatedConnection | null>(null);
  const change = useChange<CreatedConnection>(setCreated);
  if (created) return <ProductToken issued={{ name: created.name, token: created.access_token ?? '' }} onClose={onClose} />;
  return (
    <Confirm
      title={t('product.connectTitle', { name })}
      action={t('product.connect')}
      isPending={change.isPending}
      onConfirm={() => change.run('POST', 'connections', { tenant_id: id, system_slug: slug })}
      onClose={onClose}
    >
      <p>{t('product.connectText')}</p>
      <SystemKindChoice of="products" slug={slug} onChoose={setSlug} />
      {change.failure && <FailureNotice failure={change.failure} />}
    </Confirm>
  );
}
