import type { Observation } from '@sync/integration-contract';

/** The result of one check. */
export interface Finding {
  /** The stable name of the check. */
  name: string;
  /** The claim being checked. */
  title: string;
  /** `left out`: a check that it needs found a problem. */
  verdict: Observation['verdict'] | 'left out';
  evidence: string;
  cause: string | null;
  advice: string | null;
}

/** A finding that says why exports may not read the shop. */
export interface Refusal extends Finding {
  code: 'credentials_refused' | 'blocked';
}
