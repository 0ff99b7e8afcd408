import { IntegrationRequestException, InvalidIntegrationResponseException } from '@sync/integration-contract';
import { parseJson, UnreadableJson } from './parse-json';
import { parseRetryAfter } from './retry-after';

/** Bytes of white space before a document. */
const maxPrologue = 4_096;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** An unchecked response of a shop. */
export class StoreReply {
  constructor(
    readonly status: number,
    /** A header by its case-insensitive name; null if absent. */
    readonly header: (name: string) => string | null,
    private readonly body: Buffer,
    private readonly what: string,
    private readonly baseUrl: string,
  ) {}

  /** Of the body, once decompressed. */
  get bytes(): number {
    return this.body.length;
  }

  /** Throws for any status other than 2xx, with the status and Retry-After. */
  requireSuccess(): this {
    const { status, what } = this;
    if (status >= 200 && status < 300) return this;
    const waits = status === 429 || status === 503;
    const isBlocked = this.isRefusedByPage();
    const more = isBlocked
      ? ' and a web page: something in front of it, such as a firewall, blocks this service'
      : status >= 300 && status < 400
        ? ', a redirect'
        : '';
    throw new IntegrationRequestException(`The shop responded to ${what} with ${status}${more}.`, {
      status,
      isBlocked,
      retryAfterSeconds: waits ? parseRetryAfter(this.header('retry-after')) : undefined,
      locationOrigin: this.locationOrigin(),
    });
  }

  /** Scheme, host and port of the web address that a redirect names. Null for another status, and for what is no web address. */
  locationOrigin(): string | null {
    const location = this.status >= 300 && this.status < 400 ? this.header('location') : null;
    if (location === null || !URL.canParse(location, this.baseUrl)) return null;
    const { protocol, origin } = new URL(location, this.baseUrl);
    return protocol === 'https:' || protocol === 'http:' ? origin : null;
  }

  isHtml(): boolean {
    return /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(this.header('content-type') ?? '');
  }

  /** Whether the body is a whole web page, whatever its content type says. */
  isHtmlDocument(): boolean {
    return /^\uFEFF?\s*<(!doctype\s+html|html)\b/i.test(this.body.subarray(0, maxPrologue).toString('utf8'));
  }

  /** Whether the body is this text, white space around it aside. */
  hasText(text: string): boolean {
    return this.body.length < maxPrologue && this.body.toString('utf8').trim() === text;
  }

  hasBodyOf(other: StoreReply): boolean {
    return this.body.equals(other.body);
  }

  /** Whether a web page refuses the request. Platforms refuse in JSON, so this page comes from something in front of them. */
  isRefusedByPage(): boolean {
    return (this.status === 401 || this.status === 403) && (this.isHtml() || this.isHtmlDocument());
  }

  /** Harmless, since it is dropped, but a sign of a broken file in the shop. */
  startsWithByteOrderMark(): boolean {
    return this.body.subarray(0, 3).equals(byteOrderMark);
  }

  /** The body as JSON. An error names the kind of body and never quotes it. */
  json(): unknown {
    const kind = this.isHtml() ? 'HTML' : /\bxml\b/i.test(this.header('content-type') ?? '') ? 'XML' : null;
    if (kind !== null) throw this.#unreadable(`${kind} instead of JSON`);
    try {
      return parseJson(this.body);
    } catch (error) {
      throw this.#unreadable(error instanceof UnreadableJson ? error.message : 'a body that cannot be read');
    }
  }

  /** The body as a list of unchecked rows. */
  rows(): unknown[] {
    const value = this.json();
    if (Array.isArray(value)) return value;
    throw this.#unreadable('something other than a list');
  }

  #unreadable(found: string): InvalidIntegrationResponseException {
    return new InvalidIntegrationResponseException(`The shop responded to ${this.what} with ${found} (status ${this.status}).`, {
      status: this.status,
    });
  }
}
