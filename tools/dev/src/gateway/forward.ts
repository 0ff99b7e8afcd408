import { Agent, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { crossOriginHeaders, preflightHeaders } from './cross-origin';
import { answerProblem } from './problems';

/** Of one connection only (RFC 9110, 7.6.1), plus what the gateway itself tells about the client. */
const notPassedOn = new Set([
  'connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade', 'expect',
  'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip',
]); // prettier-ignore
const longestSilenceMs = 120_000;

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

function headersFor(request: IncomingMessage): string[] {
  const own = ['X-Forwarded-For', clientAddress(request), 'X-Forwarded-Proto', 'http', 'X-Forwarded-Host', request.headers.host ?? ''];
  return [...withoutOwn(request.rawHeaders, request.headers.connection), ...own, ...bodyless(request)];
}

/** A request that tells no body has none. Said in so many words, or Node would announce one of unknown length, for which a content type is due. */
function bodyless({ method = '', headers }: IncomingMessage): string[] {
  const tellsBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return !tellsBody && ['POST', 'PUT', 'PATCH'].includes(method) ? ['Content-Length', '0'] : [];
}

/** The app cannot. */
function answerInPlace(request: IncomingMessage, response: ServerResponse, instance: string, detail: string): void {
  const preflight = preflightHeaders(request, instance);
  if (preflight) {
    response.writeHead(204, preflight).end();
    return;
  }
  for (const [name, value = ''] of Object.entries(crossOriginHeaders(request, instance))) response.setHeader(name, value);
  answerProblem(response, { status: 503, detail, instance });
}

/** Streams the request to the app on this port and its answer back. */
export function forward(request: IncomingMessage, response: ServerResponse, port: number, instance: string): void {
  const { method = 'GET', url = '/' } = request;
  // A kept connection may be closed by the app at the moment it is used again: a request that must not be sent twice gets a new one.
  const agent = method === 'GET' || method === 'HEAD' ? keptConnections : false;
  const outgoing = httpRequest({ host: '127.0.0.1', port, method, path: url, headers: headersFor(request), agent, setHost: false });

  outgoing.setTimeout(longestSilenceMs, () => {
    if (!response.headersSent) answerInPlace(request, response, instance, 'No answer came in time.');
    outgoing.destroy();
  });
  outgoing.on('response', (answer) => {
    const headers = withoutOwn(answer.rawHeaders, answer.headers.connection, ['transfer-encoding']);
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, headers);
    answer.pipe(response);
    // A client that is answered while it still sends is listened to until it is done.
    answer.on('end', () => request.unpipe(outgoing).resume());
    answer.on('error', () => response.destroy());
  });
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (response.writableEnded || response.destroyed) return;
    if (response.headersSent) response.destroy();
    else if (agent && outgoing.reusedSocket && error.code === 'ECONNRESET') forward(request, response, port, instance);
    else answerInPlace(request, response, instance, 'The part of the service that answers here is not available.');
  });
  response.once('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
  request.on('error', () => outgoing.destroy());
  request.pipe(outgoing);
}
