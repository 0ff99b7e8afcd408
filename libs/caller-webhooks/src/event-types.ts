/** What a caller can hear of. */
export const callerEventTypes = [
  'connection.status_changed',
  'sync_run.finished',
  'records.changed',
  'configuration.saved',
  'person.erased',
  'endpoint.test',
] as const;
export type CallerEventType = (typeof callerEventTypes)[number];

/** A hint says that the feed has changes. It can always be made again, so it is never given up. */
export const hint = 'records.changed' satisfies CallerEventType;
