import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { MetFaults } from './faults';
import { htmlResponse, send, type ShopResponse } from './shop-response';

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function replacement(faults: MetFaults, platformError: (status: number) => ShopResponse): ShopResponse | null {
  const status = faults.get('status');
  if (status) {
    const error = platformError(status.status);
    return status.retryAfter === undefined ? error : { ...error, headers: { ...error.headers, 'Retry-After': status.retryAfter } };
  }
  const given = faults.get('response');
  if (given) {
    const headers = { 'Content-Type': 'application/json; charset=UTF-8', ...given.headers };
    return { status: given.status, headers, body: Buffer.from(given.body) };
  }
  const redirect = faults.get('redirect');
  if (redirect) return { status: 302, headers: { Location: redirect.location }, body: Buffer.alloc(0) };
  return faults.has('html') ? htmlResponse(200, 'Just a moment...') : null;
}

function withTotalPages(headers: ShopResponse['headers'], value: string | null): ShopResponse['headers'] {
  const kept = Object.entries(headers).flatMap(([name, before]): [string, string][] => {
    if (!name.endsWith('-TotalPages')) return [[name, before]];
    return value === null ? [] : [[name, value]];
  });
  return Object.fromEntries(kept);
}

/** The response with the faults that change its content. */
export function spoil(honest: ShopResponse, faults: MetFaults, platformError: (status: number) => ShopResponse): ShopResponse {
  const response = replacement(faults, platformError) ?? honest;
  let { headers, body } = response;
  const totalPages = faults.get('total-pages');
  if (totalPages) headers = withTotalPages(headers, totalPages.value);
  if (faults.has('byte-order-mark')) body = Buffer.concat([byteOrderMark, body]);
  if (faults.has('gzip')) {
    headers = { ...headers, 'Content-Encoding': 'gzip' };
    body = gzipSync(body);
  }
  return { status: response.status, headers, body };
}

/** Sends the response with the faults that change its delivery. */
export function deliver(response: ServerResponse, spoiled: ShopResponse, faults: MetFaults, withBody: boolean): void {
  if (faults.has('hang')) return;
  if (faults.has('reset')) return void response.socket?.destroy();
  const drip = faults.get('drip');
  if (!withBody || !(drip || faults.has('cut'))) return send(response, spoiled, withBody);
  const { status, headers, body } = spoiled;
  response.writeHead(status, { ...headers, 'Content-Length': String(body.length) });
  if (drip) return dripBody(response, body, drip);
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.socket?.destroy());
}

function dripBody(response: ServerResponse, body: Buffer, { bytes, everyMs }: { bytes: number; everyMs: number }): void {
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(sent, sent + bytes));
    sent += bytes;
    if (sent < body.length) return;
    clearInterval(timer);
    response.end();
  }, everyMs);
  response.once('close', () => clearInterval(timer));
}
