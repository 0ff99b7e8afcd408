import { ApiFailure } from './api-failure';

const timeoutMs = 20_000;

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface RequestOptions {
  query?: Query;
  body?: unknown;
  signal?: AbortSignal;
  /** The request goes on when the page is left. */
  keepalive?: boolean;
}

/** Calls `/api/admin/{path}` with the session's cookie. Resolves with the JSON of the response, null without a body. Rejects with ApiFailure. */
export async function request<T>(
  method: string,
  path: string,
  { query = {}, body, signal, keepalive = false }: RequestOptions = {},
): Promise<T> {
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
    headers: { Accept: 'application/json', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw ApiFailure.withoutResponse(error);
  });
  if (!response.ok) throw await ApiFailure.of(response);
  if (response.status === 204) return null as T;
  return (await response.json().catch((error: unknown) => {
    throw ApiFailure.withoutResponse(error);
  })) as T;
}
