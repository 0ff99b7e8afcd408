import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../language/use-language';
import { Preferences } from '../layout/preferences';
import { FailureNotice } from '../ui/failure-notice';
import { signOut } from './session';

/** What is shown instead of the panel. */
export function SignInFrame({ children, isOutside = false }: { children: ReactNode; isOutside?: boolean }) {
  const t = useText();
  return (
    <div className="outside">
      <header className="outside-head">
        <span className="brand">
          {t('product')} <span className="brand-area">{t('area')}</span>
        </span>
        <Preferences />
      </header>
      <main className="card outside-card">
        {children}
        {!isOutside && <SignOutButton />}
      </main>
    </div>
  );
}

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
