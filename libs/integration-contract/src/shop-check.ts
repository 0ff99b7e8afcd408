/** What a look at a shop has shown. Every text is for a person who operates the service: no credential, nothing that the shop wrote. */
export interface Observation {
  /** `notice`: exports work, and somebody should know; `problem`: they fail, or leave something out. */
  verdict: 'good' | 'notice' | 'problem';
  /** What was seen: a status, a number, the kind of a body. */
  evidence: string;
  /** Of a notice or a problem: what is behind it, as far as that can be told from here. */
  cause?: string;
  /** And what to do about it. */
  advice?: string;
}

/** One thing that a shop doctor looks at. */
export interface ShopCheck {
  /** Never changes: `total-pages`. */
  readonly name: string;
  /** What should be so. */
  readonly title: string;
  /** Names of checks before it: when one of them has found a problem, this one would say nothing new and is left out. */
  readonly needs?: readonly string[];
  /** A rejection counts as a problem. */
  look(): Promise<Observation>;
}
