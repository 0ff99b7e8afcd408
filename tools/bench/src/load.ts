import type { AppProcess } from '@sync/test-harness';
import autocannon from 'autocannon';
import type { ProcessorClock } from './processor-time';
import type { Case } from './measure';

type RequestOf = (number: number) => Pick<autocannon.Request, 'path' | 'headers' | 'body'>;

interface Load {
  method: 'GET' | 'POST';
  /** The request of each turn. */
  request: RequestOf;
  connections: number;
  seconds: number;
  /** Requests per second; default: as many as the server responds to. */
  rate?: number;
}

/** Throws if a response is an error. */
export async function fire({ url }: AppProcess, { method, request, connections, seconds, rate }: Load): Promise<autocannon.Result> {
  let number = 0;
  const setupRequest = (base: autocannon.Request): autocannon.Request => ({ ...base, ...request((number += 1)) });
  const rated = rate === undefined ? {} : { overallRate: rate };
  const result = await autocannon({ url, connections, duration: seconds, ...rated, requests: [{ method, setupRequest }] });
  if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} responses were errors, ${result.errors} did not come`);
  return result;
}

/** Each turn begins with a second that opens connections and plans statements. */
export function loadCase(
  server: AppProcess,
  load: Load,
  clocks: Readonly<Record<string, ProcessorClock>>,
  onResult: (result: autocannon.Result) => unknown = () => undefined,
): Case {
  return {
    prepare: () => fire(server, { ...load, seconds: 1 }),
    run: async () => {
      const result = await fire(server, load);
      onResult(result);
      return { units: result.requests.total, seconds: result.duration };
    },
    clocks,
  };
}
