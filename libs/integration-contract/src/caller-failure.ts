import type { SystemCapability } from '@sync/records';
import type { OnBatch } from './export-request';

/** Carries an error of the caller's own callback past the platform's code and the breaker: it is no failure of the platform. */
export class CallerFailure extends Error {
  constructor(readonly error: unknown) {
    super("The caller's callback failed.");
  }
}

/** Remembers the first rejection of a callback, so that neither a platform that swallows it nor one that wraps it can hide it. */
export class TrackedCallback<C extends SystemCapability> {
  #failure: CallerFailure | null = null;

  constructor(
    private readonly onBatch: OnBatch<C>,
    private readonly onPage: () => void,
  ) {}

  readonly call: OnBatch<C> = async (batch) => {
    if (this.#failure) throw this.#failure;
    this.onPage();
    try {
      await this.onBatch(batch);
    } catch (error) {
      this.#failure = new CallerFailure(error);
      throw this.#failure;
    }
  };

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure;
  }
}
