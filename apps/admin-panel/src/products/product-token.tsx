import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';
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
    <Confirm
      title={t('product.tokenTitle', { name })}
      action={t('done')}
      isQuestion={false}
      isPending={false}
      onConfirm={onClose}
      onClose={onClose}
    >
      <p>{t('product.tokenText')}</p>
      <CopiedSecret secret={token} />
    </Confirm>
  );
}
