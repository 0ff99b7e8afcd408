import { Problem } from '@sync/service-runtime';

/** The supervisor restarts a crashed app within seconds, so Retry-After is short. */
export function unavailable(detail: string): Problem {
  return new Problem('service-unavailable', detail, { headers: { 'Retry-After': '2' } });
}
