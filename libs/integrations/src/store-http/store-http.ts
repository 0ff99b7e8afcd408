import type { Readable } from 'node:stream';
import axios, { type AxiosInstance, type AxiosResponse } from 'axios';
import { IntegrationRequestException } from '@sync/integration-contract';
import type { SystemDriver } from '@sync/records';
import { AddressGuard, type ResolveHost } from './address-guard';
import { observedRequest } from './observed-request';
import { normaliseBaseUrl } from './base-url';
import { createGuardedAgents, type GuardedAgents } from './guarded-agents';
import type { HostAllowlist } from './host-allowlist';
import { ShopNames } from './names/shop-names';
import { readReply } from './read-reply';
import { countBytes, countRequest } from './request-meter';
import { isStaleConnection, requestFailure } from './request-failure';
import { carryingTransport, type SentRequest } from './sent-request';
import { toldRequest, type OnShopCall } from './shop-call';
import { spreadOut } from './spread-out';
import { StoreReply } from './store-reply';
import { userAgentOf } from './user-agent';

const maxRequestBytes = 1024 * 1024;

export interface StoreHttpSettings {
  allowlist: HostAllowlist;
  /** Default: through DNS. */
  resolveHost?: ResolveHost;
  /** IP addresses of name servers, with or without a port. Default: those of the system. */
  nameServers?: readonly string[];
  connectTimeoutMs?: number;
  maxSocketsPerHost?: number;
  /** Told to shops in the User-Agent: a web page or an e-mail address. */
  contactAddress?: string;
  onCall?: OnShopCall;
}

export interface StoreRequest {
  /** The shop's root address. Checked with each call, since a stored row may have been edited by hand. */
  baseUrl: string;
  /** Relative to the root, without a leading slash, with the query. */
  path: string;
  /** Sent as JSON with POST. Without a body, the request is a GET. */
  body?: Readonly<Record<string, unknown>>;
  /** Whose share of the name lookups it counts towards; null while no tenant owns the connection. */
  tenantId?: string | null;
  /** Of a stored connection: `onCall` hears of the request. */
  connectionId?: string;
  /** For metrics and traces. None: a look at an address, whatever is there. */
  platform: SystemDriver | 'none';
  /** HTTP Basic. */
  auth?: { user: string; password: string };
  /** May be secret: they are neither logged nor traced. */
  headers?: Readonly<Record<string, string>>;
  /** The subject of the request, for messages. */
  what: string;
  /** From name resolution to the last byte. */
  deadlineMs: number;
  /** No person waits for the response: what follows a slow one is spread (spread-out.ts). Default false. */
  isBulk?: boolean;
}

/** The only way this service calls a shop. Throws IntegrationRequestException or its subclass, whose message is safe to show. */
export class StoreHttp {
  readonly guard: AddressGuard;
  readonly #allowlist: HostAllowlist;
  readonly #names: ShopNames;
  readonly #agents: GuardedAgents;
  readonly #client: AxiosInstance;
  readonly #onCall: StoreHttpSettings['onCall'];

  constructor(settings: StoreHttpSettings) {
    this.#allowlist = settings.allowlist;
    this.#names = new ShopNames({ nameServers: settings.nameServers });
    this.guard = new AddressGuard(settings.allowlist, settings.resolveHost ?? this.#names.resolve);
    this.#agents = createGuardedAgents(this.guard, {
      connectTimeoutMs: settings.connectTimeoutMs ?? 3_000,
      maxSocketsPerHost: settings.maxSocketsPerHost ?? 16,
    });
    this.#onCall = settings.onCall;
    this.#client = createClient(this.#agents, userAgentOf(settings.contactAddress));
  }

  /** Returns the response of any status. Redirects are never followed. */
  send(request: StoreRequest): Promise<StoreReply> {
    const observed = (): Promise<StoreReply> => observedRequest(request, () => this.#send(request));
    const sending = (): Promise<StoreReply> => this.#tellingOf(request, observed);
    return request.isBulk ? spreadOut(sending) : sending();
  }

  #tellingOf({ connectionId, path, body }: StoreRequest, send: () => Promise<StoreReply>): Promise<StoreReply> {
    if (!this.#onCall || connectionId === undefined) return send();
    return toldRequest({ connectionId, path, body }, send, this.#onCall);
  }

  async #send(request: StoreRequest): Promise<StoreReply> {
    const { url, reason } = normaliseBaseUrl(request.baseUrl, this.#allowlist);
    if (url === undefined) throw new IntegrationRequestException(`The shop's address ${reason}.`);
    // One timer and controller per call: a shared signal would abort later calls too.
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), request.deadlineMs);
    const sent: SentRequest = { tenantId: request.tenantId ?? null, stage: 'queued' };
    try {
      const response = await this.#retryIfStale(url, request, sent, controller.signal);
      const body = await readReply(response.data);
      countBytes(body.length);
      return new StoreReply(response.status, (name) => headerText(response.headers[name.toLowerCase()]), body, request.what, url);
    } catch (error) {
      const { what, deadlineMs } = request;
      throw requestFailure(error, { what, deadlineMs, pastDeadline: controller.signal.aborted, stage: sent.stage });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Closes idle connections and cancels name lookups. */
  close(): void {
    this.#names.close();
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  async #retryIfStale(baseUrl: string, request: StoreRequest, sent: SentRequest, signal: AbortSignal): Promise<AxiosResponse<Readable>> {
    const config = {
      baseURL: baseUrl,
      url: request.path,
      method: request.body ? 'POST' : 'GET',
      data: request.body ? Buffer.from(JSON.stringify(request.body)) : undefined,
      headers: requestHeaders(request),
      transport: carryingTransport(sent),
      signal,
    };
    countRequest();
    try {
      return await this.#client.request<Readable>(config);
    } catch (error) {
      if (!isStaleConnection(error)) throw error;
      countRequest();
      return this.#client.request<Readable>(config);
    }
  }
}

function createClient(agents: GuardedAgents, userAgent: string): AxiosInstance {
  return axios.create({
    adapter: 'http',
    httpAgent: agents.http,
    httpsAgent: agents.https,
    // A proxy from the environment would resolve the name itself and bypass the guard.
    proxy: false,
    // A 307 would carry the credentials to any host.
    maxRedirects: 0,
    allowAbsoluteUrls: false,
    maxBodyLength: maxRequestBytes,
    // Collected by readReply within bounds: as single pieces, a response could take a hundred times its size.
    responseType: 'stream',
    transformRequest: [(data: unknown) => data],
    transformResponse: [(data: unknown) => data],
    validateStatus: () => true,
    headers: { Accept: 'application/json', 'User-Agent': userAgent, 'Accept-Encoding': 'gzip, deflate, br' },
  });
}

function requestHeaders({ auth, body, headers }: StoreRequest): Record<string, string> {
  return {
    ...headers,
    ...(body && { 'Content-Type': 'application/json' }),
    ...(auth && { Authorization: `Basic ${Buffer.from(`${auth.user}:${auth.password}`).toString('base64')}` }),
  };
}

function headerText(value: unknown): string | null {
  return typeof value === 'string' ? value : Array.isArray(value) ? value.join(', ') : null;
}
