import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { setResponseHeaders, writeProblem } from '@sync/service-runtime';
import { ownCrossOriginHeaders, ownPreflightHeaders } from './cross-origin';
import { unavailable } from './unavailable';

/** Of one connection only (RFC 9110, 7.6.1), plus what the gateway itself tells about the client. */
const notPassedOn = new Set([
  'connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade', 'expect',
  'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip',
]); // prettier-ignore
const longestSilenceMs = 120_000;

/** A request on its way to the app on this port. */
interface Forwarded {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  port: number;
  /** Without its query. */
  path: string;
}

const keptConnections = new Agent({ keepAlive: true, maxSockets: 256 });

function withoutOwn(rawHeaders: readonly string[], connection: string | undefined, alsoDropped: readonly string[] = []): string[] {
  const dropped = new Set([...notPassedOn, ...alsoDropped, ...(connection ?? '').split(',').map((name) => name.trim().toLowerCase())]);
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (!dropped.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

/** The client as seen by this socket. What the client says about itself in X-Forwarded-For is overwritten, not appended to. */
export function clientAddress({ socket }: IncomingMessage): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
}

function headersFor({ request, requestId }: Forwarded): string[] {
  const { rawHeaders, headers } = request;
  const host = headers.host ?? '';
  const own = ['X-Forwarded-For', clientAddress(request), 'X-Forwarded-Proto', 'http', 'X-Forwarded-Host', host, 'X-Request-Id', requestId];
  // HTTP/1.0 has no Host, and what goes on as HTTP/1.1 must tell one: an empty one where none is known (RFC 9112, 3.2).
  if (headers.host === undefined) own.push('Host', '');
  return [...withoutOwn(rawHeaders, headers.connection, ['x-request-id']), ...own, ...bodyless(request)];
}

/** A request that tells no body has none. Said in so many words, or Node would announce one of unknown length, for which a content type is due. */
function bodyless({ method = '', headers }: IncomingMessage): string[] {
  const tellsBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return !tellsBody && ['POST', 'PUT', 'PATCH'].includes(method) ? ['Content-Length', '0'] : [];
}

/** The app cannot. */
function answerInPlace({ request, response, requestId, path }: Forwarded, detail: string): void {
  setResponseHeaders(response, requestId);
  const preflight = ownPreflightHeaders(request, path);
  if (preflight) {
    response.writeHead(204, preflight).end();
    return;
  }
  for (const [name, value = ''] of Object.entries(ownCrossOriginHeaders(request, path))) response.setHeader(name, value);
  writeProblem(response, unavailable(detail));
}

function passBack({ request, response }: Forwarded, outgoing: ClientRequest, answer: IncomingMessage): void {
  const headers = withoutOwn(answer.rawHeaders, answer.headers.connection, ['transfer-encoding']);
  // Who is answered while it still sends is listened to for a moment only.
  if (!request.complete) headers.push('Connection', 'close');
  response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
  answer.pipe(response);
  answer.on('end', () => {
    if (request.complete) return;
    request.unpipe(outgoing);
    outgoing.destroy();
  });
  answer.on('error', () => response.destroy());
}

/** Streams the request to the app and its answer back. */
export function forward(forwarded: Forwarded): void {
  const { request, response, port } = forwarded;
  const { method = 'GET', url = '/' } = request;
  // A kept connection may be closed by the app at the moment it is used again: a request that must not be sent twice gets a new one.
  const agent = method === 'GET' || method === 'HEAD' ? keptConnections : false;
  const outgoing = httpRequest({ host: '127.0.0.1', port, method, path: url, headers: headersFor(forwarded), agent, setHost: false });

  outgoing.setTimeout(longestSilenceMs, () => {
    if (!response.headersSent) answerInPlace(forwarded, 'No answer came in time.');
    outgoing.destroy();
  });
  outgoing.on('response', (answer) => passBack(forwarded, outgoing, answer));
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (response.writableEnded || response.destroyed) return;
    if (response.headersSent) response.destroy();
    else if (agent && outgoing.reusedSocket && error.code === 'ECONNRESET') forward(forwarded);
    else answerInPlace(forwarded, 'The part of the service that answers here is not available.');
  });
  response.once('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
  request.on('error', () => outgoing.destroy());
  // The app decides by the headers whether it wants the body at all, and its time for the request begins with them. Their bytes stay what they
  // are: `flushHeaders` would send them as UTF-8.
  outgoing.write('', 'latin1');
  request.pipe(outgoing);
}
