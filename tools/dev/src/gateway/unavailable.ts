import { Problem } from '@sync/service-runtime';

/** An app that has ended is started again within seconds. */
export function unavailable(detail: string): Problem {
  return new Problem('service-unavailable', detail, { headers: { 'Retry-After': '2' } });
}
