import { Problem } from '@sync/service-runtime';

/** The same problem for a missing connection and another tenant's. */
export function noSuchConnection(): Problem {
  return new Problem('not-found', 'This connection does not exist.');
}
