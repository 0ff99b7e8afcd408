import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Problem } from '../problems/problem';
import type { ProblemKind } from '../problems/problem-kinds';

/** By Node's code of the error; anything else is a request that cannot be read. */
const kinds: Readonly<Record<string, ProblemKind>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request-timeout',
  HPE_HEADER_OVERFLOW: 'headers-too-large',
};

/** What is not even HTTP gets a problem too, written by hand because no request and no reply exists for it. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = new Problem(
    kinds[error.code ?? ''] ?? 'malformed-request',
    'The request is not one that HTTP knows, or it took too long to arrive.',
  );
  const body = JSON.stringify(problem.toBody('/'));
  const headers = [
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end([`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ''}`, ...headers, '', body].join('\r\n'));
}
