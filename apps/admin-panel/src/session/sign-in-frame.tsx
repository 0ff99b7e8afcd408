import type { ReactNode } from 'react';
import { Preferences } from '../layout/preferences';
import { useText } from '../language/use-language';
import { SignOutButton } from './sign-out-button';

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
