import { useText } from '../language/use-language';
import { Confirm } from '../ui/confirm';

export interface IssuedPassword {
  login: string;
  password: string;
}

/** The only time that a generated password is shown. It is in no address and in no storage of the browser. */
export function OneTimePassword({ issued: { login, password }, onClose }: { issued: IssuedPassword; onClose: () => void }) {
  const t = useText();
  return (
    <Confirm
      title={t('users.passwordTitle', { login })}
      action={t('done')}
      isQuestion={false}
      isPending={false}
      onConfirm={onClose}
      onClose={onClose}
    >
      <p>{t('users.passwordText')}</p>
      <p>
        <code className="secret">{password}</code>
      </p>
      <button type="button" onClick={() => void navigator.clipboard.writeText(password)}>
        {t('copy')}
      </button>
    </Confirm>
  );
}
