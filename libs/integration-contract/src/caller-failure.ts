/** Carries an error of the caller's callback past the platform's code and the breaker, since it is not the platform's failure. */
export class CallerFailure extends Error {
  constructor(readonly error: unknown) {
    super("The caller's callback failed.");
  }
}

/** Keeps the first rejection of a callback, so that a platform cannot hide it by swallowing or wrapping it. */
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
