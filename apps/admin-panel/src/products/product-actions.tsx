import type { CreatedConnection, FullConnection, ReplacedAccessTokens } from '../api/representations';
import { useText } from '../language/use-language';
import type { Action } from '../ui/action';
import { Shown } from '../ui/confirm';
import { CopiedSecret } from '../ui/copied-secret';
import { SystemKindChoice } from './system-kind-choice';

/** Connects a direct system to a company, then shows its access token once. */
export const connectProduct: Action<{ id: string; name: string }, { slug: string }, CreatedConnection> = {
  label: 'product.connect',
  title: 'product.connectTitle',
  text: 'product.connectText',
  start: () => ({ slug: '' }),
  Fields: ({ typed, set }) => <SystemKindChoice of="products" slug={typed.slug} onChoose={(slug) => set({ slug })} />,
  request: ({ id }, { slug }) => ['POST', 'connections', { tenant_id: id, system_slug: slug }],
  Result: ({ response: { name, access_token: token }, onClose }) => (
    <ProductToken issued={{ name, token: token ?? '' }} onClose={onClose} />
  ),
};

/** Revokes every access token of a product, then shows the new one once. */
export const replaceAccessTokens: Action<FullConnection, object, ReplacedAccessTokens> = {
  label: 'action.accessTokens',
  title: 'product.replaceTitle',
  text: 'product.replaceText',
  isDangerous: true,
  request: ({ id }) => ['POST', `connections/${id}/access-tokens`],
  Result: ({ subject: { name }, response, onClose }) => <ProductToken issued={{ name, token: response.access_token }} onClose={onClose} />,
};

export interface IssuedProductToken {
  /** Of the connection. */
  name: string;
  token: string;
}

/** The only time that an access token is shown. It is in no address and in no storage of the browser. */
export function ProductToken({ issued: { name, token }, onClose }: { issued: IssuedProductToken; onClose: () => void }) {
  const t = useText();
  return (
    <Shown title={t('product.tokenTitle', { name })} text={t('product.tokenText')} action={t('done')} onClose={onClose}>
      <CopiedSecret secret={token} />
    </Shown>
  );
}
