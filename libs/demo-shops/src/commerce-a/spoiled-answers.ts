import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { FaultKind, FaultOf } from './shop-faults';
import { htmlAnswer, jsonAnswer, notCached, send, type ShopAnswer } from './wordpress-answers';

export type MetFaults = ReadonlyMap<FaultKind['kind'], FaultKind>;

export function met<K extends FaultKind['kind']>(faults: MetFaults, kind: K): FaultOf<K> | undefined {
  return faults.get(kind) as FaultOf<K> | undefined;
}

const critical = '<p>There has been a critical error on this website.</p>';
/** What the platform says when it is not itself any more. */
const messages: Record<number, [code: string, message: string]> = {
  429: ['too_many_requests', 'Too many requests.'],
  500: ['internal_server_error', critical],
  503: ['wp_die', 'Briefly unavailable for scheduled maintenance. Check back in a minute.'],
};

function replaced(faults: MetFaults): ShopAnswer | null {
  const status = met(faults, 'status');
  if (status) {
    const [code, message] = messages[status.status] ?? ['woocommerce_rest_cannot_view', 'Sorry, you cannot list resources.'];
    const body = { code, message, data: { status: status.status }, additional_errors: [] };
    return jsonAnswer(status.status, body, {
      ...notCached,
      ...(status.retryAfter === undefined ? {} : { 'Retry-After': status.retryAfter }),
    });
  }
  const answer = met(faults, 'answer');
  if (answer)
    return {
      status: answer.status,
      headers: { 'Content-Type': 'application/json; charset=UTF-8', ...answer.headers },
      body: Buffer.from(answer.body),
    };
  const redirect = met(faults, 'redirect');
  if (redirect) return { status: 302, headers: { Location: redirect.location }, body: Buffer.alloc(0) };
  return faults.has('html') ? htmlAnswer(200, 'Just a moment...') : null;
}

/** The answer with the faults that change what it says. */
export function spoil(honest: ShopAnswer, faults: MetFaults): ShopAnswer {
  if (faults.size === 0) return honest;
  let answer = replaced(faults) ?? honest;
  const totalPages = met(faults, 'total-pages');
  if (totalPages) {
    const headers = Object.entries(answer.headers).flatMap(([name, value]) => {
      if (!name.endsWith('-TotalPages')) return [[name, value] as const];
      return totalPages.value === null ? [] : [[name, totalPages.value] as const];
    });
    answer = { ...answer, headers: Object.fromEntries(headers) };
  }
  if (faults.has('byte-order-mark')) answer = { ...answer, body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), answer.body]) };
  if (faults.has('gzip')) answer = { ...answer, headers: { ...answer.headers, 'Content-Encoding': 'gzip' }, body: gzipSync(answer.body) };
  return answer;
}

/** Sends the answer with the faults that change how it arrives. */
export function deliver(response: ServerResponse, answer: ShopAnswer, faults: MetFaults, withBody: boolean): void {
  if (faults.has('hang')) return;
  if (faults.has('reset')) {
    response.socket?.destroy();
    return;
  }
  const drip = met(faults, 'drip');
  if (!withBody || !(drip || faults.has('cut'))) {
    send(response, answer, withBody);
    return;
  }
  response.writeHead(answer.status, { ...answer.headers, 'Content-Length': String(answer.body.length) });
  if (!drip) {
    response.write(answer.body.subarray(0, Math.floor(answer.body.length / 2)), () => response.socket?.destroy());
    return;
  }
  let sent = 0;
  const timer = setInterval(() => {
    response.write(answer.body.subarray(sent, sent + drip.bytes));
    sent += drip.bytes;
    if (sent < answer.body.length) return;
    clearInterval(timer);
    response.end();
  }, drip.everyMs);
  response.once('close', () => clearInterval(timer));
}
