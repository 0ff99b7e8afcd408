import { useText } from '../language/use-language';
import { Shown } from '../ui/confirm';

interface IssuedPassword {
  login: string;
  password: string;
}

/** The only time that a generated password is shown. It is in no address and in no storage of the browser. */
export function OneTimePassword({ issued: { login, password }, onClose }: { issued: IssuedPassword; onClose: () => void }) {
  const t = useText();
  return (
    <Shown title={t('users.passwordTitle', { login })} text={t('users.passwordText')} action={t('done')} onClose={onClose}>
      <p>
        <code className="secret">{password}</code>
      </p>
      <button type="button" onClick={() => void navigator.clipboard.writeText(password)}>
        {t('copy')}
      </button>
    </Shown>
  );
}
