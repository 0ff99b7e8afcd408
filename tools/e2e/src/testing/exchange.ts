import { Agent, request } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookRequest } from '@sync/demo-shops';

/** A request as on the wire: headers in order, repeated names allowed. */
export interface Question {
  method: string;
  /** Sent verbatim. */
  path: string;
  headers?: readonly (readonly [name: string, value: string])[];
  body?: string | Buffer;
  /** Default: a new connection. */
  agent?: Agent;
}

export interface WireResponse {
  status: number;
  /** Names in lower case. */
  headers: readonly (readonly [name: string, value: string])[];
  text: string;
}

/** What a client of the API sends. */
export interface Sent {
  token?: string;
  /** Sent as JSON unless it is text. */
  body?: unknown;
  headers?: Question['headers'];
}

export function questionOf(method: string, path: string, { token, body, headers = [] }: Sent = {}): Question {
  const isTyped = body === undefined || headers.some(([name]) => name === 'content-type');
  const bearer = token === undefined ? [] : [['authorization', `Bearer ${token}`] as const];
  const type = isTyped ? [] : [['content-type', 'application/json'] as const];
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return { method, path, headers: [...bearer, ...type, ...headers], body: text };
}

/** Of a shop that sends this webhook. */
export function deliveryOf({ url, headers, body }: WebhookRequest): Question {
  return { method: 'POST', path: new URL(url).pathname, headers: Object.entries(headers), body };
}

const alone = new Agent({ keepAlive: false });
const timeoutMs = 30_000;

/** Sends a request without any client convenience. Rejects without a complete response. */
export function exchange(url: string, { method, path, headers = [], body, agent }: Question): Promise<WireResponse> {
  const { protocol, hostname, port, host } = new URL(url);
  const isSecure = protocol === 'https:';
  const hasLength = body !== undefined || ['POST', 'PUT', 'PATCH'].includes(method);
  const length = hasLength ? [['content-length', String(Buffer.byteLength(body ?? ''))] as const] : [];
  const sent = [['host', host] as const, ...headers, ...length].flat();
  return new Promise((resolve, reject) => {
    const options = { hostname, port, method, path, headers: sent, agent: agent ?? (isSecure ? false : alone), timeout: timeoutMs };
    const outgoing = (isSecure ? requestSecurely : request)(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        if (!response.complete) return reject(new Error('The response was cut off'));
        resolve({ status: response.statusCode ?? 0, headers: pairs(response.rawHeaders), text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    outgoing.on('timeout', () =>
      outgoing.destroy(new Error(`No response within ${timeoutMs / 1000} s to ${method} ${path.slice(0, 100)}`)),
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Repeats a request that got 503, which an app responds when the whole machine stalls for seconds. */
export async function patiently(send: () => Promise<WireResponse>): Promise<WireResponse> {
  for (;;) {
    const response = await send();
    if (response.status !== 503) return response;
    await sleep(200);
  }
}

export const exchangePatiently = (url: string, question: Question): Promise<WireResponse> => patiently(() => exchange(url, question));

function pairs(rawHeaders: readonly string[]): [string, string][] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ''] satisfies [string, string]] : [],
  );
}

export function header({ headers }: WireResponse, name: string): string | undefined {
  return headers.find(([candidate]) => candidate === name)?.[1];
}

/** The response's body; an empty object without one. */
export function json<T = Record<string, unknown>>({ text }: WireResponse): T {
  return JSON.parse(text === '' ? '{}' : text) as T;
}
