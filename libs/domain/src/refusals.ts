/** What is wrong with one submitted value. */
export interface RefusedValue {
  /** JSON pointer into the request. */
  pointer: string;
  /** For a person. */
  detail: string;
  /** Stable name of the reason, for programs. */
  code?: string;
}

/** Submitted values that are not allowed. Nothing was stored. */
export class RefusedValues extends Error {
  constructor(readonly errors: readonly RefusedValue[]) {
    super(errors.map(({ detail }) => detail).join(' '));
    this.name = 'RefusedValues';
  }
}

/** Something else still needs what should be removed. Nothing has changed. The message is for a person and safe to show. */
export class InUse extends Error {
  override readonly name = 'InUse';
}

/** There are as many of something as there may be. Nothing has changed. The message is for a person and safe to show. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}
