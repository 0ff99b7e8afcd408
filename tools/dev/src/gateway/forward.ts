import { Agent, request as httpRequest, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { setResponseHeaders, writeProblem } from '@sync/service-runtime';
import { ownCrossOriginHeaders, ownPreflightHeaders } from './cross-origin';
import { unavailable } from './unavailable';

/** Hop-by-hop headers (RFC 9110, 7.6.1) and the client headers that the gateway sets itself. */
const hopByHop = new Set([
  'connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization', 'te', 'trailer', 'upgrade', 'expect',
  'forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'x-real-ip',
]); // prettier-ignore
const maxSilenceMs = 120_000;

/** A request for the app on this port. */
interface Forwarded {
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
  port: number;
  /** Without the query. */
  path: string;
}

const keptConnections = new Agent({ keepAlive: true, maxSockets: 256 });

function endToEnd(rawHeaders: readonly string[], connection: string | undefined, alsoDropped: readonly string[] = []): string[] {
  const dropped = new Set([...hopByHop, ...alsoDropped, ...(connection ?? '').split(',').map((name) => name.trim().toLowerCase())]);
  const kept: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const [name = '', value = ''] = rawHeaders.slice(i, i + 2);
    if (!dropped.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

/** The address of the socket. A client's own X-Forwarded-For is overwritten, not extended. */
function clientAddress({ socket }: IncomingMessage): string {
  return (socket.remoteAddress ?? '').replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, '');
}

function headersFor({ request, requestId }: Forwarded): string[] {
  const { rawHeaders, headers } = request;
  const host = headers.host ?? '';
  const own = ['X-Forwarded-For', clientAddress(request), 'X-Forwarded-Proto', 'http', 'X-Forwarded-Host', host, 'X-Request-Id', requestId];
  // HTTP/1.0 has no Host, but the forwarded HTTP/1.1 request needs one, if only an empty one (RFC 9112, 3.2).
  if (headers.host === undefined) own.push('Host', '');
  return [...endToEnd(rawHeaders, headers.connection, ['x-request-id']), ...own, ...emptyBodyLength(request)];
}

/** Without this header Node would announce a chunked body on a POST that has none, and the app would demand a content type. */
function emptyBodyLength({ method = '', headers }: IncomingMessage): string[] {
  const announcesBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  return !announcesBody && ['POST', 'PUT', 'PATCH'].includes(method) ? ['Content-Length', '0'] : [];
}

/** Responds with 503 in place of the app. */
function respondForApp({ request, response, requestId, path }: Forwarded, detail: string): void {
  setResponseHeaders(response, requestId);
  const preflight = ownPreflightHeaders(request, path);
  if (preflight) {
    response.writeHead(204, preflight).end();
    return;
  }
  for (const [name, value = ''] of Object.entries(ownCrossOriginHeaders(request, path))) response.setHeader(name, value);
  writeProblem(response, unavailable(detail));
}

function sendResponse({ request, response }: Forwarded, outgoing: ClientRequest, incoming: IncomingMessage): void {
  const headers = endToEnd(incoming.rawHeaders, incoming.headers.connection, ['transfer-encoding']);
  // A client that is still sending after its response is cut off soon.
  if (!request.complete) headers.push('Connection', 'close');
  response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, headers);
  incoming.pipe(response);
  incoming.on('end', () => {
    if (request.complete) return;
    request.unpipe(outgoing);
    outgoing.destroy();
  });
  incoming.on('error', () => response.destroy());
}

/** Streams the request to the app and the response back. docs/decisions/002-packages.md says why this is not a proxy library. */
export function forward(forwarded: Forwarded): void {
  const { request, response, port } = forwarded;
  const { method = 'GET', url = '/' } = request;
  // The app may close a kept-alive connection just as it is reused. Only idempotent requests can be resent, so all others get a new one.
  const agent = method === 'GET' || method === 'HEAD' ? keptConnections : false;
  const outgoing = httpRequest({ host: '127.0.0.1', port, method, path: url, headers: headersFor(forwarded), agent, setHost: false });

  outgoing.setTimeout(maxSilenceMs, () => {
    if (!response.headersSent) respondForApp(forwarded, 'The service did not respond in time.');
    outgoing.destroy();
  });
  outgoing.on('response', (incoming) => sendResponse(forwarded, outgoing, incoming));
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    if (response.writableEnded || response.destroyed) return;
    if (response.headersSent) response.destroy();
    else if (agent && outgoing.reusedSocket && error.code === 'ECONNRESET') forward(forwarded);
    else respondForApp(forwarded, 'This part of the service is not available.');
  });
  response.once('close', () => {
    if (!response.writableFinished) outgoing.destroy();
  });
  request.on('error', () => outgoing.destroy());
  // Send the headers first: the app may reject the request by them, and its receive timeout starts with them. An empty latin1 write keeps
  // their bytes; `flushHeaders` would encode them as UTF-8.
  outgoing.write('', 'latin1');
  request.pipe(outgoing);
}
