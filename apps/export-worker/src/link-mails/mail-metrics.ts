import { counter } from '@sync/telemetry';

const mails = counter(
  { name: 'sync_mails_total', help: 'Attempts to send a mail about a broken link, or one that works again.', labels: ['outcome'] },
  [{ outcome: 'sent' }, { outcome: 'failed' }],
);

export function countMail(isSent: boolean): void {
  mails.inc({ outcome: isSent ? 'sent' : 'failed' });
}
