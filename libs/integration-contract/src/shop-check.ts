/** The result of one look at a shop. All texts are for the operator and hold no credential and no upstream text. */
export interface Observation {
  /** `notice`: exports work, but someone should know. `problem`: exports fail or miss records. */
  verdict: 'good' | 'notice' | 'problem';
  /** What was seen: a status, a number, the kind of body. */
  evidence: string;
  /** The likely cause of a notice or problem. */
  cause?: string;
  /** What to do about it. */
  advice?: string;
  /** The shop refused the credentials, or they lack a right. */
  isRefusal?: true;
  /** Something in front of the shop refused this service. */
  isBlock?: true;
}

/** One check of the shop doctor. */
export interface ShopCheck {
  /** A stable identifier: `total-pages`. */
  readonly name: string;
  /** The claim being checked. */
  readonly title: string;
  /** Names of earlier checks. If one of them found a problem, this check is skipped. */
  readonly needs?: readonly string[];
  /** A rejection counts as a problem. */
  look(): Promise<Observation>;
}

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
