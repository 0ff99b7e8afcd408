import { inspect } from 'node:util';

/** A value that must reach neither a log nor a response: whatever prints it prints `[secret]`. Only `reveal()` gives it up. */
export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}
