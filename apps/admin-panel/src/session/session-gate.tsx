import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loaded';
import { ChangePassword } from './change-password';
import { loadSession, MeContext, useSession } from './session';
import { SignIn } from './sign-in';
import { SignInFrame } from './sign-in-frame';
import { TotpSetUp } from './totp-set-up';

/** Shows the panel to a user with a live session and no duty left; everybody else signs in or does the duty first. */
export function SessionGate({ children }: { children: ReactNode }) {
  const session = useSession();
  const cache = useQueryClient();
  useEffect(() => void loadSession(), []);
  useEffect(() => {
    // What the user before has seen must not stay in memory.
    if (session.is === 'out') cache.removeQueries();
  }, [session.is, cache]);

  if (session.is === 'loading') return <Loading />;
  if (session.is === 'out') return <SignIn notice={session.notice} />;
  if (session.is === 'unknown')
    return (
      <SignInFrame isOutside>
        <FailureNotice failure={session.failure} retry={() => void loadSession()} />
      </SignInFrame>
    );
  const { me } = session;
  if (me.duty !== null)
    return <SignInFrame>{me.duty === 'change-password' ? <ChangePassword isFirst /> : <TotpSetUp me={me} isDuty />}</SignInFrame>;
  return <MeContext value={me}>{children}</MeContext>;
}
