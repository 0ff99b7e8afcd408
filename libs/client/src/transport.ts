import { ConnectionSyncError, errorOf } from './connection-sync-error';
import { Deadline } from './deadline';
import { delayAfter, pause } from './pause';
import type { ResponseOf, Route } from './routes';

export interface ClientOptions {
  /** Of the service, such as `https://service.example`. */
  baseUrl: string;
  /** An access token, `sca_…`. Only the first `connections.connect()` and a plugin's `connections.register()` do without one. */
  token?: string | undefined;
  /** Default: the global one. */
  fetch?: typeof globalThis.fetch | undefined;
  /** How long the service may be silent during an attempt. Default: 30,000. */
  timeoutMs?: number | undefined;
  /** Attempts after a first one that failed in passing. Default: 4, in about 4 s. */
  maxRetries?: number | undefined;
  /** A `Retry-After` longer than this fails the call at once. Default: 60,000. `records.follow()` waits as long as it takes. */
  maxRetryDelayMs?: number | undefined;
  /** Hears of each failed attempt that another one follows, for your log. */
  onRetry?: ((error: ConnectionSyncError, delayMs: number) => void) | undefined;
}

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface ChangeOptions extends CallOptions {
  /** The `etag` that the change is based on. If the stored values have changed since: `/problems/precondition-failed`, and nothing is stored. */
  ifMatch?: string | null | undefined;
}

export function ifMatchHeader({ ifMatch }: ChangeOptions): Record<string, string> {
  return ifMatch ? { 'if-match': ifMatch } : {};
}

export interface RequestParts {
  /** In the order of the placeholders of the route. */
  path?: readonly string[];
  query?: object;
  body?: unknown;
  headers?: Record<string, string>;
  accept?: string;
  /** Without the token. */
  isAnonymous?: boolean;
  /** Time that the service may take by right, in milliseconds. */
  extraTimeMs?: number;
}

/** A repetition has the same effect as a single one. */
const idempotent = /^(GET|PUT|DELETE) /;

/** Without a complete response the service may have done the work. With 429 and 503 it did not. */
export function isPassing({ status, type }: ConnectionSyncError, route: Route): boolean {
  if (status === 429 || status === 503) return true;
  return idempotent.test(route) && (type === 'network-error' || type === 'timeout' || status === 502 || status === 504);
}

function segment(id: string | undefined): string {
  // An empty id or one of dots would lead to another route.
  if (!id || /^\.+$/.test(id)) throw new TypeError(`Not an id: ${JSON.stringify(id)}`);
  return encodeURIComponent(id);
}

function pathOf(route: Route, { path = [], query = {} }: RequestParts): string {
  let next = 0;
  const filled = route.slice(route.indexOf('/')).replace(/\{\w+\}/g, () => segment(path[next++]));
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)] as [string, string])).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

/** Sends requests with the token, repeats what failed in passing, and turns failures into errors. */
export class Transport {
  private readonly baseUrl: string;
  private readonly timeoutMs: number;
  private readonly fetch: typeof globalThis.fetch;

  constructor(private readonly options: ClientOptions) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, '');
    this.timeoutMs = options.timeoutMs ?? 30_000;
    // Browsers refuse a fetch that is called as a method of another object.
    this.fetch = options.fetch ?? ((...words) => globalThis.fetch(...words));
  }

  /** The body of the response, undefined where it has none. */
  json<R extends Route>(route: R, request: RequestParts, options: CallOptions): Promise<ResponseOf<R>> {
    return this.read(
      route,
      request,
      options,
      async (response) => (response.status === 204 ? undefined : await response.json()) as ResponseOf<R>,
    );
  }

  /** The body with the `ETag` of the response. */
  tagged<R extends Route>(route: R, request: RequestParts, options: CallOptions): Promise<ResponseOf<R> & { etag: string | null }> {
    return this.read(route, request, options, async (response) => {
      const body = (await response.json()) as ResponseOf<R>;
      return Object.assign(body as ResponseOf<R> & object, { etag: response.headers.get('etag') });
    });
  }

  /** The lines of an NDJSON response, one attempt. Throws when the response is cut off. */
  async *lines<Line>(route: Route, request: RequestParts, { signal }: CallOptions): AsyncGenerator<Line, void, undefined> {
    const deadline = new Deadline(this.timeoutMs + (request.extraTimeMs ?? 0), signal);
    const send = this.sender(route, { ...request, accept: 'application/x-ndjson' });
    let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
    try {
      const response = await deadline.within(send(deadline));
      reader = response.body?.getReader();
      const decoder = new TextDecoder();
      for (let rest = ''; reader;) {
        const { done, value } = await deadline.within(reader.read());
        if (done && rest) throw new Error('The response was cut off.');
        if (done) return;
        const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line) yield JSON.parse(line) as Line;
      }
    } catch (error) {
      throw this.failureOf(error, route, deadline, signal);
    } finally {
      deadline.end();
      // Also when the caller leaves the loop early.
      reader?.cancel().catch(() => undefined);
    }
  }

  hearsOfRetry(error: ConnectionSyncError, delayMs: number): void {
    this.options.onRetry?.(error, delayMs);
  }

  /** Attempts until one succeeds, or fails in a way that the next one would, too. */
  private async read<T>(
    route: Route,
    request: RequestParts,
    { signal }: CallOptions,
    body: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { maxRetries = 4, maxRetryDelayMs = 60_000 } = this.options;
    const send = this.sender(route, request);
    let wasLost = false;
    for (let failures = 0; ;) {
      const deadline = new Deadline(this.timeoutMs, signal);
      try {
        return await deadline.within(send(deadline).then(body));
      } catch (thrown) {
        const error = this.failureOf(thrown, route, deadline, signal);
        // The attempt before, whose response was lost, deleted it.
        if (wasLost && error.status === 404 && route.startsWith('DELETE ')) return undefined as T;
        const delayMs = delayAfter(error, ++failures);
        if (failures > maxRetries || delayMs > maxRetryDelayMs || !isPassing(error, route)) throw error;
        wasLost ||= error.status === null;
        this.hearsOfRetry(error, delayMs);
        await pause(delayMs, signal);
      } finally {
        deadline.end();
      }
    }
  }

  /** Sends the request, and resolves to a successful response. */
  private sender(route: Route, request: RequestParts): (deadline: Deadline) => Promise<Response> {
    const { body, headers, accept = 'application/json', isAnonymous } = request;
    const { token } = this.options;
    const url = this.baseUrl + pathOf(route, request);
    const init = {
      method: route.slice(0, route.indexOf(' ')),
      headers: {
        accept,
        ...(token && !isAnonymous && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // The token goes to this address alone.
      redirect: 'error',
      credentials: 'omit',
    } as const;
    return async ({ signal }) => {
      const response = await this.fetch(url, { ...init, signal });
      if (response.ok) return response;
      throw await errorOf(response, route);
    };
  }

  private failureOf(thrown: unknown, route: Route, deadline: Deadline, signal: AbortSignal | undefined): ConnectionSyncError {
    signal?.throwIfAborted();
    if (thrown instanceof ConnectionSyncError) return thrown;
    if (deadline.isOver) return new ConnectionSyncError('timeout', `${route}: no response in time`, { cause: thrown });
    return new ConnectionSyncError('network-error', `${route}: no complete response`, { cause: thrown });
  }
}
