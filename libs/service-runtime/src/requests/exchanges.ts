import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request and its answer. */
export interface Exchange {
  requestId: string;
  request: IncomingMessage;
  response: ServerResponse;
}

const latest = new WeakMap<Duplex, Exchange>();
const longestMs = 1_000;

/** Of each request that can be read, before it is answered: whatever goes wrong on its connection after that can be told apart by it. */
export function noteExchange(exchange: Exchange): void {
  const { request, response } = exchange;
  latest.set(request.socket, exchange);
  // Before Node's own, which closes the connection or keeps it.
  response.prependOnceListener('finish', () => {
    if (!request.complete) closeGently(request);
  });
}

/** Null: what arrives there belongs to no request that could be read. */
export function unfinishedExchange(socket: Duplex): Exchange | null {
  const exchange = latest.get(socket);
  return exchange && !(exchange.request.complete && exchange.response.writableFinished) ? exchange : null;
}

/**
 * Who is answered while it still sends, because its body is too large for one, would lose the answer to a connection that is closed
 * at once: the system resets it. So what still comes is thrown away for a moment, and the connection is closed after that. It is
 * closed, too, if it was to be kept: a body without an end would keep it for good.
 */
function closeGently(request: IncomingMessage): void {
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
  }, longestMs);
  // Node closes by it when the last answer of a connection is written.
  socket.destroySoon = () => {
    isLast = true;
  };
  socket.once('close', settle);
  request.once('end', settle).resume();
}
