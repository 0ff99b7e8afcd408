import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem } from '../problems/problem';
import type { ProblemKind } from '../problems/problem-kinds';
import { problemMessage } from '../problems/send-problem';
import { answerHeaders } from '../requests/answer-headers';
import { unfinishedExchange } from '../requests/exchanges';
import { requestIdOf } from '../requests/request-context';

/** By Node's code of the error; anything else is a request that cannot be read. */
const kinds: Readonly<Record<string, ProblemKind>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};
const longestMs = 1_000;

/** What is not even HTTP, or never arrives in whole, gets a problem too, written by hand because there may be neither request nor reply. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Duplex): void {
  const exchange = unfinishedExchange(socket);
  // A second answer would be read as part of the first one, or as that to another request.
  if (error.code === 'ECONNRESET' || !socket.writable || exchange?.response.headersSent) {
    socket.destroy();
    return;
  }
  const problem = new Problem(
    kinds[error.code ?? ''] ?? 'malformed-request',
    'The request is not one that HTTP knows, or it took too long to arrive.',
  );
  const broken = exchange?.request.complete ? null : exchange;
  const url = broken?.request.url ?? '/';
  const { body, headers } = problemMessage(problem, url);
  const told = { ...answerHeaders(broken?.requestId ?? requestIdOf(undefined), url), ...headers, Connection: 'close' };
  const lines = Object.entries(told).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`, ...lines, '', body.toString()].join('\r\n'));
  // Who goes on sending would keep the other half of the connection open.
  const late = setTimeout(() => socket.destroy(), longestMs);
  socket.once('close', () => clearTimeout(late));
}
