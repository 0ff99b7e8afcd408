import { NotFoundException, type DynamicModule, type LoggerService, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceConfiguration } from '../configuration/service-configuration';
import { problemOf } from '../problems/problem-of';
import { ProblemFilter, type TranslateError } from '../problems/problem-filter';
import { sendProblem } from '../problems/send-problem';
import { AllowedMethods } from '../requests/allowed-methods';
import { dropForwardedPorts } from '../requests/forwarded-addresses';
import { parseJsonBodies } from '../requests/json-body';
import { keepRawBodies, type RawBodies } from '../requests/raw-body';
import { requestIdOf } from '../requests/request-context';
import { beginResponse, watchRequests } from '../requests/request-hooks';
import { validationPipe } from '../requests/validation';
import { respondToBrokenRequest } from './respond-to-broken-request';
import { closeConnections } from './close-connections';
import { receiveTimeouts } from './plain-server';
import { refuseInvalidRequests } from './refuse-invalid-requests';

export interface ServiceParts {
  module: Type | DynamicModule;
  configuration: ServiceConfiguration;
  logger: LoggerService;
  /** Runs before the routes are registered: CORS, API description. */
  prepare?: (app: NestFastifyApplication) => void | Promise<void>;
  /** Keep bodies as bytes instead of parsing JSON objects. */
  rawBodies?: RawBodies;
  /** For errors of the app's routes. */
  translate?: TranslateError;
}

/** A Nest application on Fastify with the conventions of this service: problems, validation, request ids, limits. It does not listen yet. */
export async function createService({
  module,
  configuration,
  logger,
  prepare,
  rawBodies,
  translate,
}: ServiceParts): Promise<NestFastifyApplication> {
  const adapter = fastifyAdapter(configuration);
  const server = adapter.getInstance() as unknown as FastifyInstance;
  const methods = new AllowedMethods();
  methods.watch(server);
  dropForwardedPorts(server);
  watchRequests(server, logger);
  server.addHook('onRequest', (request, _reply, done) => done(methods.isMisrouted(request) ? new NotFoundException() : undefined));
  refuseInvalidRequests(server);
  closeConnections(server);
  if (rawBodies) keepRawBodies(server, rawBodies);
  else parseJsonBodies(server);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger, bodyParser: false, abortOnError: false });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ProblemFilter(methods, translate));
  await prepare?.(app);
  await app.init();
  return app;
}

function fastifyAdapter({ trustProxy }: ServiceConfiguration): FastifyAdapter {
  const options = {
    trustProxy,
    // Fastify overrides the value in `http`.
    requestTimeout: receiveTimeouts.requestTimeout,
    keepAliveTimeout: 65_000,
    http: receiveTimeouts,
    forceCloseConnections: 'idle',
    // During shutdown, open connections still get their responses, with `Connection: close`.
    return503OnClosing: false,
    clientErrorHandler: respondToBrokenRequest,
    routerOptions: { maxParamLength: 200 },
    requestIdHeader: false,
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => requestIdOf(request.headers['x-request-id']),
    frameworkErrors: respondUnroutable,
  };
  return new FastifyAdapter(options as ConstructorParameters<typeof FastifyAdapter>[0]) as FastifyAdapter;
}

/** A URL that cannot be decoded matches no route, and Fastify skips the hooks. */
function respondUnroutable(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  beginResponse(request, reply);
  sendProblem(reply, request, problemOf(error));
}
