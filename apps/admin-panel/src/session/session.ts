import { createContext, useContext, useSyncExternalStore } from 'react';
import { ApiFailure } from '../api/api-failure';
import type { Me } from '../api/representations';
import { request } from '../api/request';

/** `notice`: why a user who was signed in is so no more. */
export type Session =
  | { is: 'loading' }
  | { is: 'unknown'; failure: unknown }
  | { is: 'in'; me: Me }
  | { is: 'out'; notice: 'signIn.out' | 'signIn.over' | null };

let session: Session = { is: 'loading' };
const listeners = new Set<() => void>();

function become(next: Session): void {
  session = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session);
}

export function isSessionMissing(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'signed-out';
}

/** Asks the service who is signed in. Only its response ends a session here: a request that began before a new sign-in may fail after it. */
export async function loadSession(): Promise<void> {
  try {
    become({ is: 'in', me: await request<Me>('GET', 'me') });
  } catch (error) {
    if (isSessionMissing(error)) become({ is: 'out', notice: noticeOf(session) });
    else if (session.is !== 'in') become({ is: 'unknown', failure: error });
  }
}

function noticeOf(before: Session): Extract<Session, { is: 'out' }>['notice'] {
  if (before.is === 'out') return before.notice;
  return before.is === 'in' ? 'signIn.over' : null;
}

export interface SignInInput {
  login: string;
  password: string;
  code: string;
}

/** Sessions are cookies that no script reads. */
export async function signIn({ login, password, code }: SignInInput): Promise<void> {
  await request('POST', 'sessions', { body: { login, password, kind: 'cookie', ...(code !== '' && { code }) } });
  await loadSession();
}

/** A session that has ended meanwhile is left, too. */
export async function signOut(): Promise<void> {
  try {
    await request('DELETE', 'sessions/current');
  } catch (error) {
    if (!isSessionMissing(error)) throw error;
  }
  become({ is: 'out', notice: 'signIn.out' });
}

export const MeContext = createContext<Me | null>(null);

/** The signed-in user. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('Outside of SessionGate');
  return me;
}

/** What only super administrators may do is not offered to others. The service refuses it in any case. */
export function useIsSuperAdmin(): boolean {
  return useMe().role === 'super_admin';
}
