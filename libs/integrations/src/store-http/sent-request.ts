import http, { type ClientRequest, type ClientRequestArgs, type IncomingMessage } from 'node:http';
import https from 'node:https';

/** Where a request stands: `queued` for a socket, `resolving` the shop's name, or past both, so that what follows is up to the shop. */
export type RequestStage = 'queued' | 'resolving' | 'called';

/** One request on its way to a socket. Its stage tells our own failures from the shop's. */
export interface SentRequest {
  readonly tenantId: string | null;
  stage: RequestStage;
}

const carried = Symbol('sentRequest');

type CarryingOptions = ClientRequestArgs & { [carried]?: SentRequest };

/** The request for which an agent opens a socket. */
export function requestOf(options: ClientRequestArgs): SentRequest | undefined {
  return (options as CarryingOptions)[carried];
}

/** Node's own client; the agent finds the request through `requestOf`. */
export function carryingTransport(sent: SentRequest): {
  request: (options: ClientRequestArgs, onResponse: (response: IncomingMessage) => void) => ClientRequest;
} {
  return {
    request: (options, onResponse) => {
      const carrying: CarryingOptions = { ...options, [carried]: sent };
      const request = (options.protocol === 'https:' ? https : http).request(carrying, onResponse);
      return request.once('socket', (socket) => {
        if (!socket.connecting) sent.stage = 'called';
      });
    },
  };
}
