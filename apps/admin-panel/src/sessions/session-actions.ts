import type { User } from '../api/representations';
import type { Action } from '../ui/action';

export const endSession: Action<{ path: string }> = {
  label: 'sessions.end',
  done: 'sessions.ended',
  request: ({ path }) => ['DELETE', path],
};

export const endOtherSessions: Action<undefined> = {
  label: 'sessions.endOthers',
  title: 'sessions.endOthersTitle',
  text: 'sessions.endOthersText',
  done: 'sessions.othersEnded',
  isDangerous: true,
  request: () => ['DELETE', 'sessions/others'],
};

export const endAllSessions: Action<User> = {
  label: 'sessions.endAll',
  title: 'sessions.endAllTitle',
  text: 'sessions.endAllText',
  done: 'sessions.allEnded',
  isDangerous: true,
  request: ({ id }) => ['DELETE', `users/${id}/sessions`],
};
