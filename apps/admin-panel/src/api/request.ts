import { ApiFailure } from './api-failure';

const timeoutMs = 20_000;

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface RequestOptions {
  query?: Query;
  body?: unknown;
  /** The entity tag of what the request changes: the service refuses it once that has changed. */
  ifMatch?: string | null;
  signal?: AbortSignal;
  /** The request goes on when the page is left. */
  keepalive?: boolean;
}

/** What the service holds, and the tag of its state: null where the service sends none. */
export interface Tagged<T> {
  value: T;
  entityTag: string | null;
}

/** Calls `/api/admin/{path}` with the session's cookie. Resolves with the JSON of the response, null without a body. Rejects with ApiFailure. */
export async function request<T>(method: string, path: string, options?: RequestOptions): Promise<T> {
  return bodyOf<T>(await send(method, path, options));
}

export async function readTagged<T>(path: string, signal: AbortSignal): Promise<Tagged<T>> {
  const response = await send('GET', path, { signal });
  return { value: await bodyOf<T>(response), entityTag: response.headers.get('etag') };
}

async function send(
  method: string,
  path: string,
  { query = {}, body, ifMatch, signal, keepalive = false }: RequestOptions = {},
): Promise<Response> {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)] as const],
  );
  const search = given.length === 0 ? '' : `?${new URLSearchParams(Object.fromEntries(given)).toString()}`;
  const deadline = AbortSignal.timeout(timeoutMs);
  const response = await fetch(`/api/admin/${path}${search}`, {
    method,
    credentials: 'same-origin',
    keepalive,
    signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
    headers: {
      Accept: 'application/json',
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(ifMatch && { 'If-Match': ifMatch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw ApiFailure.withoutResponse(error);
  });
  if (!response.ok) throw await ApiFailure.of(response);
  return response;
}

async function bodyOf<T>(response: Response): Promise<T> {
  if (response.status === 204) return null as T;
  return (await response.json().catch((error: unknown) => {
    throw ApiFailure.withoutResponse(error);
  })) as T;
}
