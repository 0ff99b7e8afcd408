import type { ConnectionStatus, FullConnection, InboxPart } from '../api/representations';

/** How a connection looks: its status, or how an active one does not work now. It never looks like one that does. */
export type ShownStatus = ConnectionStatus | 'waiting' | 'impaired';

/** The colour of each, in the order of the lists. */
export const tones = {
  active: 'good',
  waiting: 'paused',
  impaired: 'waiting',
  pending: 'off',
  error: 'bad',
  inactive: 'off',
  disconnected: 'waiting',
  uninstalled: 'off',
} as const satisfies Record<ShownStatus, string>;

/** The strokes of its icon, in a square of 16. */
export const icons: Readonly<Record<ShownStatus, string>> = {
  active: 'M3 8.5l3.5 3.5L13 4.5',
  waiting: 'M4 2h8M4 14h8M5 2v2.5L8 8l3-3.5V2M5 14v-2.5L8 8l3 3.5V14',
  impaired: 'M8 2L1.5 13.5h13zM8 6.5v3M8 11.5v.2',
  pending: 'M3 8h.2M8 8h.2M13 8h.2',
  error: 'M4 4l8 8M12 4l-8 8',
  inactive: 'M3 8h10',
  disconnected: 'M6 4.5H4.5a3.5 3.5 0 000 7H6M10 4.5h1.5a3.5 3.5 0 010 7H10',
  uninstalled: 'M3 8h10',
};

/** An uninstalled connection is in no list. */
export const shownStatuses = (Object.keys(tones) as ShownStatus[]).filter(
  (status): status is Exclude<ShownStatus, 'uninstalled'> => status !== 'uninstalled',
);

/** What needs a person, by the codes of the reasons that say so. */
export const reasonsOf: Readonly<Partial<Record<InboxPart['need'], string>>> = {
  refused: 'credentials_refused,blocked',
  quota: 'quota_used_up',
  deletions: 'deletions_held_back',
  endpoints: 'webhook_endpoint_disabled,webhook_endpoint_failing',
  webhooks: 'webhooks_refused,webhooks_silent',
  incomplete: 'incomplete_copy,doctor_problem',
};

/** The filters of the list that find what looks like this. */
export const filtersOfStatus = (shown: ShownStatus | '') => ({
  status: shown === 'waiting' || shown === 'impaired' ? '' : shown,
  impaired: shown === 'impaired' ? 'true' : '',
  waiting: shown === 'waiting' ? 'true' : shown === 'impaired' ? 'false' : '',
});

/** The choice that these filters come from. */
export function chosenStatus({ status, impaired, waiting }: Readonly<Partial<Record<'status' | 'impaired' | 'waiting', string>>>): string {
  return waiting === 'true' ? 'waiting' : impaired ? 'impaired' : (status ?? '');
}

/** A connection as far as its status says. A brief representation gives no reason. */
export type Standing = Pick<FullConnection, 'status'> & Partial<Pick<FullConnection, 'status_reason'>>;

export function shownStatus({ status, status_reason: reason = null }: Standing): ShownStatus {
  if (status !== 'active' || reason === null) return status;
  return reason.code === 'waiting_for_shop' ? 'waiting' : 'impaired';
}
