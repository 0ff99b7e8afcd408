import type { AuthProvider } from '@refinedev/core';
import { ApiFailure } from '../api/api-failure';
import { request } from '../api/request';
import type { Me } from '../api/representations';

export interface SignInInput {
  login: string;
  password: string;
  code: string;
}

const isSignedOut = (error: unknown) => error instanceof ApiFailure && error.kind === 'signed-out';

/** The user has signed out here, rather than the session having ended by itself. */
export let hasSignedOut = false;

/** The library wants refusals as values. */
async function outcome(done: Promise<unknown>): Promise<{ success: boolean; error?: Error }> {
  try {
    await done;
    return { success: true };
  } catch (error) {
    return { success: false, error: error as Error };
  }
}

/** Sessions of the admin API, in a cookie that no script reads. `SessionGate` decides what is shown from `getIdentity`. */
export const authProvider: AuthProvider = {
  login: async ({ login, password, code }: SignInInput) => {
    const body = { login, password, kind: 'cookie', ...(code !== '' && { code }) };
    const done = await outcome(request('POST', 'sessions', { body }));
    if (done.success) hasSignedOut = false;
    return done;
  },
  logout: async (wish?: { isWished?: boolean }) => {
    // Requests that were still under way then also say that there is no session.
    hasSignedOut ||= wish?.isWished === true;
    const { success, error } = await outcome(request('DELETE', 'sessions/current'));
    return success || isSignedOut(error) ? { success: true } : { success, error };
  },
  getIdentity: () => request<Me>('GET', 'me'),
  check: () => Promise.resolve({ authenticated: true }),
  /** A session that has ended elsewhere: asking for the user again shows the sign-in. */
  onError: (error: unknown) => Promise.resolve(isSignedOut(error) ? { logout: true } : {}),
};
