import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { writeProblem } from '../problems/send-problem';
import { setResponseHeaders } from '../requests/response-headers';
import { noteExchange } from '../requests/exchanges';
import { requestIdOf } from '../requests/request-context';
import { respondToBrokenRequest } from './respond-to-broken-request';
import { invalidHost, refuseUnknownExpectations } from './refuse-invalid-requests';

/** In milliseconds. Checked four times a second, so that a slow sender is cut off within 12 s. */
export const receiveTimeouts = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  connectionsCheckingInterval: 250,
  requireHostHeader: false,
};

export type Handle = (request: IncomingMessage, response: ServerResponse, requestId: string) => void;

/** An HTTP server without a framework, with the same limits and problem responses as the services. It does not listen yet. */
export function plainServer(handle: Handle): Server {
  const server = createServer(receiveTimeouts, (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    noteExchange({ requestId, request, response });
    const problem = invalidHost(request);
    if (!problem) return handle(request, response, requestId);
    setResponseHeaders(response, requestId);
    return writeProblem(response, problem);
  });
  refuseUnknownExpectations(server);
  return server.on('clientError', respondToBrokenRequest);
}
