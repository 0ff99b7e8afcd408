import type { Readable } from 'node:stream';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { AddressGuard, type ResolveHost } from './address-guard';
import { checkedCallerUrl } from './base-url';
import { createGuardedAgents, type GuardedAgents } from './guarded-agents';
import type { HostAllowlist } from './host-allowlist';
import { ShopNames } from './names/shop-names';
import { isStaleConnection, requestFailure } from './request-failure';
import { parseRetryAfter } from './retry-after';
import { carryingTransport, type SentRequest } from './sent-request';
import { userAgentOf } from './user-agent';

const connectTimeoutMs = 5_000;
/** A response that is longer is not read to its end, and its connection is not used again. */
const maxReadBytes = 16 * 1024;
const maxRetryAfterSeconds = 86_400;

export interface CallerHttpSettings {
  allowlist: HostAllowlist;
  /** Default: through DNS. */
  resolveHost?: ResolveHost;
  /** Told to callers in the User-Agent. */
  contactAddress?: string;
}

export interface CallerRequest {
  url: string;
  /** JSON. */
  body: string;
  headers: Readonly<Record<string, string>>;
  /** Whose share of the name lookups it counts towards. */
  tenantId: string;
  /** From name resolution to the status of the response. */
  deadlineMs: number;
  signal: AbortSignal;
}

/** The status of the response, or why there is none, in words for a person. */
export type CallerReply =
  { status: number; failure: null; retryAfterSeconds?: number } | { status: null; failure: string; retryAfterSeconds?: undefined };

/** The only way this service calls an address that a caller has named. It keeps nothing of a response but its status. */
export class CallerHttp {
  readonly #allowlist: HostAllowlist;
  readonly #names = new ShopNames();
  readonly #agents: GuardedAgents;
  readonly #client: AxiosInstance;

  constructor({ allowlist, resolveHost, contactAddress }: CallerHttpSettings) {
    this.#allowlist = allowlist;
    const guard = new AddressGuard(allowlist, resolveHost ?? this.#names.resolve);
    // Endpoints of many tenants share a host, and one that hangs must not hold up the others. The sender bounds the requests.
    this.#agents = createGuardedAgents(guard, { connectTimeoutMs, maxSocketsPerHost: Infinity });
    this.#client = axios.create({
      adapter: 'http',
      httpAgent: this.#agents.http,
      httpsAgent: this.#agents.https,
      proxy: false,
      maxRedirects: 0,
      responseType: 'stream',
      decompress: false,
      transformRequest: [(data: unknown) => data],
      transformResponse: [(data: unknown) => data],
      validateStatus: () => true,
      headers: { 'Content-Type': 'application/json', 'User-Agent': userAgentOf(contactAddress), 'Accept-Encoding': 'identity' },
    });
  }

  /** Never rejects. */
  async post({ url: given, body, headers, tenantId, deadlineMs, signal }: CallerRequest): Promise<CallerReply> {
    const { url, reason } = checkedCallerUrl(given, this.#allowlist);
    if (url === undefined) return { status: null, failure: `The address ${reason}.` };
    const controller = new AbortController();
    const abort = () => controller.abort();
    const timer = setTimeout(abort, deadlineMs);
    signal.addEventListener('abort', abort, { once: true });
    const sent: SentRequest = { tenantId, stage: 'queued' };
    try {
      const send = () =>
        this.#client.post<Readable>(url, Buffer.from(body), { headers, transport: carryingTransport(sent), signal: controller.signal });
      const response = await send().catch((error: unknown) => (isStaleConnection(error) ? send() : Promise.reject(error as Error)));
      drop(response);
      return replyOf(response);
    } catch (error) {
      const failed = requestFailure(error, { what: 'the event', deadlineMs, pastDeadline: controller.signal.aborted, stage: sent.stage });
      return { status: null, failure: aboutEndpoint(failed.message) };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    }
  }

  close(): void {
    this.#names.close();
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }
}

function replyOf({ status, headers }: AxiosResponse): CallerReply {
  const asked: unknown = headers['retry-after'];
  const retryAfterSeconds = typeof asked === 'string' ? parseRetryAfter(asked, Date.now(), maxRetryAfterSeconds) : undefined;
  return { status, failure: null, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}

/** Reads the body within bounds, so that the connection can be used again. */
function drop({ data }: AxiosResponse<Readable>): void {
  let bytes = 0;
  const timer = setTimeout(() => data.destroy(), connectTimeoutMs);
  data
    .on('data', (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > maxReadBytes) data.destroy();
    })
    .on('error', () => undefined)
    .once('close', () => clearTimeout(timer));
}

/** Messages about requests speak of a shop. */
function aboutEndpoint(message: string): string {
  return message.replace(
    /the shop('s)?/gi,
    (shop) => (shop.startsWith('T') ? 'The endpoint' : 'the endpoint') + (shop.endsWith("'s") ? "'s" : ''),
  );
}
