import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request and its response. */
export interface Exchange {
  requestId: string;
  request: IncomingMessage;
  response: ServerResponse;
}

const latest = new WeakMap<Duplex, Exchange>();
const lingerMs = 1_000;

/** Remembers the latest request of a connection, so that a later error on that connection can be attributed to it. */
export function noteExchange(exchange: Exchange): void {
  const { request, response } = exchange;
  latest.set(request.socket, exchange);
  // Runs before Node's own listener, which closes or reuses the connection.
  response.prependOnceListener('finish', () => {
    if (!request.complete) closeAfterLinger(request);
  });
}

/** Null: no request on this connection is still in progress. */
export function unfinishedExchange(socket: Duplex): Exchange | null {
  const exchange = latest.get(socket);
  return exchange && !(exchange.request.complete && exchange.response.writableFinished) ? exchange : null;
}

/**
 * Lingering close. A client that is still sending when it gets its response (say, 413) would lose that response if the connection closed
 * at once, because the kernel resets it. So we discard incoming bytes for a moment, then close, even a keep-alive connection: an endless
 * body would occupy it forever.
 */
function closeAfterLinger(request: IncomingMessage): void {
  const { socket } = request;
  const { destroySoon } = socket;
  let isLast = false;
  const settle = () => {
    clearTimeout(late);
    request.off('end', settle);
    socket.off('close', settle);
    socket.destroySoon = destroySoon;
    if (isLast) socket.destroySoon();
  };
  const late = setTimeout(() => {
    isLast = true;
    settle();
  }, lingerMs);
  // Node calls this to close the connection after its last response.
  socket.destroySoon = () => {
    isLast = true;
  };
  socket.once('close', settle);
  request.once('end', settle).resume();
}
