import type { AuthProvider } from '@refinedev/core';
import { request } from '../api/request';
import { isSessionMissing, leaveSession, loadSession } from './session';

export interface SignInInput {
  login: string;
  password: string;
  code: string;
}

/** The library wants refusals as values. */
async function outcome(done: Promise<unknown>): Promise<{ success: boolean; error?: Error }> {
  try {
    await done;
    return { success: true };
  } catch (error) {
    return { success: false, error: error as Error };
  }
}

/** Sessions of the admin API, in a cookie that no script reads. `SessionGate` decides what is shown. */
export const authProvider: AuthProvider = {
  login: async ({ login, password, code }: SignInInput) => {
    const body = { login, password, kind: 'cookie', ...(code !== '' && { code }) };
    const done = await outcome(request('POST', 'sessions', { body }));
    if (done.success) await loadSession();
    return done;
  },
  logout: async () => {
    const { success, error } = await outcome(request('DELETE', 'sessions/current'));
    if (!success && !isSessionMissing(error)) return { success, error };
    leaveSession();
    return { success: true };
  },
  check: () => Promise.resolve({ authenticated: true }),
  /** The session may have ended elsewhere. */
  onError: async (error: unknown) => {
    if (isSessionMissing(error)) await loadSession();
    return {};
  },
};
