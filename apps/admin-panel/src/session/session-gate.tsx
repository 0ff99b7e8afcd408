import { useGetIdentity } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure';
import type { Me } from '../api/representations';
import { FailureNotice } from '../ui/failure-notice';
import { Loading } from '../ui/loading';
import { hasSignedOut } from './auth-provider';
import { ChangePassword } from './change-password';
import { MeContext } from './me';
import { SignIn } from './sign-in';
import { SignInFrame } from './sign-in-frame';
import { TotpSetUp } from './totp-set-up';

function isSessionMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'signed-out';
}

/** Shows the panel to a user with a live session and no duty left; everybody else signs in or does the duty first. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data: me, error, isFetching, refetch } = useGetIdentity<Me>();
  const cache = useQueryClient();
  const [isSignedOut, setIsSignedOut] = useState(false);
  const wasSignedIn = useRef(false);
  // While the service is asked again, or a request for it is given up, the sign-in stays, with what was typed and what it says.
  useEffect(() => {
    if (!isFetching && (error || me)) setIsSignedOut(isSessionMissing(error));
  }, [isFetching, error, me]);
  useEffect(() => {
    // What the user before has seen must not stay in memory.
    if (isSignedOut) cache.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'auth' });
    else if (me) wasSignedIn.current = true;
  }, [isSignedOut, me, cache]);

  if (isSignedOut) return <SignIn notice={hasSignedOut ? 'signIn.out' : wasSignedIn.current ? 'signIn.over' : null} />;
  if (!me && error && !isSessionMissing(error))
    return (
      <SignInFrame>
        <FailureNotice failure={error} retry={() => void refetch()} />
      </SignInFrame>
    );
  if (!me) return <Loading />;
  if (me.duty === 'change-password')
    return (
      <SignInFrame>
        <ChangePassword isFirst />
      </SignInFrame>
    );
  if (me.duty === 'enrol-totp')
    return (
      <SignInFrame>
        <TotpSetUp isDuty />
      </SignInFrame>
    );
  return <MeContext value={me}>{children}</MeContext>;
}
