import { Problem } from '@sync/service-runtime';

/** Not there, or another tenant's: the same answer. */
export function noSuchConnection(): Problem {
  return new Problem('not-found', 'There is no such connection.');
}
