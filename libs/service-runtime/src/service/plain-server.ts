import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { writeProblem } from '../problems/send-problem';
import { setAnswerHeaders } from '../requests/answer-headers';
import { noteExchange } from '../requests/exchanges';
import { requestIdOf } from '../requests/request-context';
import { answerBrokenRequest } from './answer-broken-request';
import { oddityOf, refuseExpectations } from './refuse-odd-requests';

/** In milliseconds. Looked after often enough that "closed within 12 s" holds with time to spare. */
export const arrivalLimits = { headersTimeout: 5_000, requestTimeout: 10_000, connectionsCheckingInterval: 250, requireHostHeader: false };

export type Handle = (request: IncomingMessage, response: ServerResponse, requestId: string) => void;

/** A server without a framework that bears with as much, and refuses in the same way, as the services do. It does not listen yet. */
export function plainServer(handle: Handle): Server {
  const server = createServer(arrivalLimits, (request, response) => {
    const requestId = requestIdOf(request.headers['x-request-id']);
    noteExchange({ requestId, request, response });
    const oddity = oddityOf(request);
    if (!oddity) return handle(request, response, requestId);
    setAnswerHeaders(response, requestId);
    return writeProblem(response, oddity);
  });
  refuseExpectations(server);
  return server.on('clientError', answerBrokenRequest);
}
