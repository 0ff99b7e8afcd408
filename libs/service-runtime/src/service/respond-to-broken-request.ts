import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../problems/problem';
import type { ProblemKind } from '../problems/problem-kinds';
import { problemMessage } from '../problems/send-problem';
import { responseHeaders } from '../requests/response-headers';
import { unfinishedExchange } from '../requests/exchanges';
import { requestIdOf } from '../requests/request-context';

/** By Node's error code. Any other code is a malformed request. */
const kinds: Readonly<Record<string, ProblemKind>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};
const lingerMs = 1_000;

/** Responds with a problem to input that is not HTTP or never completes. Written by hand, because there may be neither request nor reply object. */
export function respondToBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  const exchange = unfinishedExchange(socket);
  // The client would take a second response for part of the first, or for the response to another request.
  if (error.code === 'ECONNRESET' || !socket.writable || exchange?.response.headersSent) {
    socket.destroy();
    return;
  }
  const problem = new Problem(
    kinds[error.code ?? ''] ?? 'malformed-request',
    'The request is not valid HTTP, or it took too long to arrive.',
  );
  const broken = exchange?.request.complete ? null : exchange;
  const url = broken?.request.url ?? '/';
  const { body, headers } = problemMessage(problem, url);
  const allHeaders = { ...responseHeaders(broken?.requestId ?? requestIdOf(undefined), url), ...headers, Connection: 'close' };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`, ...lines, '', body.toString()].join('\r\n'));
  // A client that keeps sending would hold the other half of the connection open.
  const cutOff = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cutOff));
}
