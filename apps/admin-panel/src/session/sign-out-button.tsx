import { useLogout } from '@refinedev/core';
import { useText } from '../language/use-language';
import { FailureNotice } from '../ui/failure-notice';

export function SignOutButton() {
  const t = useText();
  const { mutate: signOut, isPending, data } = useLogout();
  return (
    <div className="sign-out">
      {data?.error && <FailureNotice failure={data.error} />}
      <button type="button" className="quiet" disabled={isPending} onClick={() => signOut()}>
        {t('signIn.signOut')}
      </button>
    </div>
  );
}
