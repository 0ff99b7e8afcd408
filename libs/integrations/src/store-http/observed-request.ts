import { IntegrationRequestException, RequestNotSentException } from '@sync/integration-contract';
import type { SystemDriver } from '@sync/records';
import { histogram } from '@sync/telemetry';

const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

const durations = histogram(
  {
    name: 'sync_shop_request_duration_seconds',
    help: 'Requests to shops and how long they took, from the look-up of the name to the last byte.',
    labels: ['platform', 'result'],
  },
  buckets,
);

/** Counts a request to a shop. */
export async function observedRequest<R extends { status: number }>(
  { platform }: { platform: SystemDriver | 'none' },
  send: () => Promise<R>,
): Promise<R> {
  const end = durations.startTimer({ platform });
  try {
    const reply = await send();
    end({ result: resultOf(reply.status) });
    return reply;
  } catch (error) {
    end({ result: failureOf(error) });
    throw error;
  }
}

function resultOf(status: number): string {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 429) return 'busy';
  return status >= 500 ? 'shop_error' : 'refused';
}

function failureOf(error: unknown): string {
  if (error instanceof RequestNotSentException) return 'not_sent';
  return error instanceof IntegrationRequestException && error.code === 'DEADLINE' ? 'timeout' : 'unreachable';
}
