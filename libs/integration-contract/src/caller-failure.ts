/** Carries an error of the caller's own callback past the platform's code and the breaker: it is no failure of the platform. */
export class CallerFailure extends Error {
  constructor(readonly error: unknown) {
    super("The caller's callback failed.");
  }
}

/** Remembers the first rejection of a callback, so that neither a platform that swallows it nor one that wraps it can hide it. */
export class TrackedCallback<T> {
  #failure: CallerFailure | null = null;

  constructor(
    private readonly callback: (value: T) => Promise<void>,
    private readonly onCall: () => void,
  ) {}

  readonly call = async (value: T): Promise<void> => {
    if (this.#failure) throw this.#failure;
    this.onCall();
    try {
      await this.callback(value);
    } catch (error) {
      this.#failure = new CallerFailure(error);
      throw this.#failure;
    }
  };

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure;
  }
}
