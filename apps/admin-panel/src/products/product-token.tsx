import { useText } from '../language/use-language';
import { Shown } from '../ui/confirm';
import { CopiedSecret } from '../ui/copied-secret';

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
