import { counter } from '@sync/telemetry';

const tokens = counter({
  name: 'sync_tokens_total',
  help: 'What happened to tokens: issued, used, refused because they were unknown, used up or expired, and removed because they had expired.',
  labels: ['token', 'event'],
});

/** Counted when it happens, before its transaction commits. */
export function countTokens(token: 'access' | 'connection' | 'session', event: 'issued' | 'used' | 'refused' | 'expired', count = 1): void {
  if (count > 0) tokens.inc({ token, event }, count);
}
