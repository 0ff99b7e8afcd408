import { IntegrationRequestException, RequestNotSentException } from '@sync/integration-contract';
import type { SystemDriver } from '@sync/records';
import { histogram, traced } from '@sync/telemetry';

const buckets = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

const durations = histogram(
  {
    name: 'sync_shop_request_duration_seconds',
    help: 'Requests to shops and how long they took, from the look-up of the name to the last byte.',
    labels: ['platform', 'result'],
  },
  buckets,
);

/** Counts a request to a shop, and traces it. The shop learns nothing of the trace. */
export async function observedRequest<R extends { status: number }>(
  { platform, body }: { platform: SystemDriver | 'none'; body?: unknown },
  send: () => Promise<R>,
): Promise<R> {
  const facts = { 'http.request.method': body ? 'POST' : 'GET', 'sync.platform': platform };
  const end = durations.startTimer({ platform });
  try {
    const reply = await traced(
      () => ({ name: 'shop request', kind: 'client', facts }),
      send,
      ({ status }) => ({ 'http.response.status_code': status }),
    );
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
