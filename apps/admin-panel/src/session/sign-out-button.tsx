import { useMutation } from '@tanstack/react-query';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';
import { signOut } from './session';

export function SignOutButton() {
  const t = useText();
  const { mutate, isPending, error } = useMutation({ mutationFn: signOut });
  return (
    <div className="sign-out">
      {error && <FailureNotice failure={error} />}
      <button type="button" className="quiet" disabled={isPending} onClick={() => mutate()}>
        {t('signIn.signOut')}
      </button>
    </div>
  );
}
