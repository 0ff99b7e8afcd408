import { Problem } from '@sync/service-runtime';
import { counter } from '@sync/telemetry';
import type { WebhookOutcome } from './receive-webhook';

const received = counter({
  name: 'sync_webhooks_received_total',
  help: 'Webhooks by the outcome in their response: accepted, ignored, or the kind of the problem.',
  labels: ['result'],
});

/** Counts the outcome, and passes it on. */
export async function counted(outcome: Promise<WebhookOutcome>): Promise<WebhookOutcome> {
  try {
    const result = await outcome;
    received.inc({ result });
    return result;
  } catch (error) {
    received.inc({ result: error instanceof Problem ? error.kind : 'internal-error' });
    throw error;
  }
}
