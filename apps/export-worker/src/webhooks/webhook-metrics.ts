import { histogram } from '@sync/telemetry';

const toEffect = histogram(
  {
    name: 'sync_webhook_effect_seconds',
    help: 'Time from the receipt of a webhook until its change was stored, or until it turned out to change nothing.',
  },
  [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800],
);

/** The clocks of ingress and worker may differ a little. */
export function countEffect(receivedAt: Date): void {
  toEffect.observe(Math.max(0, Date.now() - receivedAt.getTime()) / 1_000);
}
