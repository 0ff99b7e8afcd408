import type { ConnectionStatus } from '../api/representations';

/** The colour of each status, in the order of the lists. */
export const tones = {
  active: 'good',
  pending: 'waiting',
  error: 'bad',
  inactive: 'off',
  disconnected: 'waiting',
  uninstalled: 'off',
} as const satisfies Record<ConnectionStatus, string>;

/** An uninstalled connection is in no list. */
export const connectionStatuses = (Object.keys(tones) as ConnectionStatus[]).filter(
  (status): status is Exclude<ConnectionStatus, 'uninstalled'> => status !== 'uninstalled',
);
