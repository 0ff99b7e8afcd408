import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { parseJson, UnreadableJson } from './parse-json';
import { parseRetryAfter } from './retry-after';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** What a shop answered, before anything of it is believed. */
export class StoreReply {
  constructor(
    readonly status: number,
    /** A header's text by its name in any case; null when absent. */
    readonly header: (name: string) => string | null,
    private readonly body: Buffer,
    private readonly what: string,
  ) {}

  /** Raises for any status that is not 2xx, with the status and what the shop says of a time to wait. */
  requireSuccess(): this {
    const { status, what } = this;
    if (status >= 200 && status < 300) return this;
    const waits = status === 429 || status === 503;
    throw new IntegrationRequestException(
      `The shop answered ${what} with ${status}${status >= 300 && status < 400 ? ', a redirect' : ''}.`,
      {
        status,
        retryAfterSeconds: waits ? parseRetryAfter(this.header('retry-after')) : undefined,
      },
    );
  }

  isHtml(): boolean {
    return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(this.header('content-type') ?? '');
  }

  /** Harmless here, since it is dropped; a sign of a broken file in the shop. */
  startsWithByteOrderMark(): boolean {
    return this.body.subarray(0, 3).equals(byteOrderMark);
  }

  /** The body as JSON. What the body holds instead is named by its kind and never quoted. */
  json(): unknown {
    const kind = this.isHtml() ? 'HTML' : /\bxml\b/i.test(this.header('content-type') ?? '') ? 'XML' : null;
    if (kind !== null) throw this.#unreadable(`${kind} instead of JSON`);
    try {
      return parseJson(this.body);
    } catch (error) {
      throw this.#unreadable(error instanceof UnreadableJson ? error.message : 'a body that cannot be read');
    }
  }

  /** The body as a list of rows; what a row holds is not looked at. */
  rows(): unknown[] {
    const value = this.json();
    if (Array.isArray(value)) return value;
    throw this.#unreadable('something other than a list');
  }

  #unreadable(found: string): InvalidIntegrationResponseException {
    return new InvalidIntegrationResponseException(`The shop answered ${this.what} with ${found} (status ${this.status}).`, {
      status: this.status,
    });
  }
}
