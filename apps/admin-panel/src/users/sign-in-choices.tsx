import type { User } from '../api/representations';
import { useText } from '../language/use-language';
import { Choice } from '../ui/field';

type SignIn = Pick<User, 'oidc_link' | 'disabled'>;

interface SignInChoicesProps {
  /** As the service has it. */
  stored: SignIn;
  value: SignIn;
  onValue: (part: Partial<SignIn>) => void;
}

/** How another user signs in, and whether at all. Only a sign-in through the identity provider makes a link. */
export function SignInChoices({ stored, value, onValue }: SignInChoicesProps) {
  const t = useText();
  return (
    <>
      {stored.oidc_link !== 'open' && (
        <Choice label={t('oidc.title')} value={value.oidc_link} onValue={(link) => onValue({ oidc_link: link as SignIn['oidc_link'] })}>
          {stored.oidc_link === 'linked' && <option value="linked">{t('oidc.linked')}</option>}
          <option value="open">{t('oidc.open')}</option>
          <option value="closed">{t('oidc.closed')}</option>
        </Choice>
      )}
      <label className="option">
        <input type="checkbox" checked={value.disabled} onChange={({ target }) => onValue({ disabled: target.checked })} />
        {t('users.disable')}
      </label>
    </>
  );
}
