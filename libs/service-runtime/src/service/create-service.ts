import { NotFoundException, type DynamicModule, type LoggerService, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceConfiguration } from '../configuration/service-configuration';
import { problemOf } from '../problems/problem-of';
import { ProblemFilter } from '../problems/problem-filter';
import { sendProblem } from '../problems/send-problem';
import { AllowedMethods } from '../requests/allowed-methods';
import { acceptJsonObjects } from '../requests/json-body';
import { acceptRawBodies, type RawBodies } from '../requests/raw-body';
import { requestIdOf } from '../requests/request-context';
import { beginAnswer, watchRequests } from '../requests/request-hooks';
import { validationPipe } from '../requests/validation';
import { answerBrokenRequest } from './answer-broken-request';
import { endConnections } from './end-connections';
import { arrivalLimits } from './plain-server';
import { refuseOddRequests } from './refuse-odd-requests';

export interface ServiceParts {
  module: Type | DynamicModule;
  configuration: ServiceConfiguration;
  logger: LoggerService;
  /** Before the routes are registered: CORS, API description. */
  prepare?: (app: NestFastifyApplication) => void | Promise<void>;
  /** Bodies are taken as bytes, whatever they are, instead of as JSON objects. */
  rawBodies?: RawBodies;
}

/** A Nest application on Fastify with the conventions of every service here: problems, validation, request ids, limits. It does not listen yet. */
export async function createService({ module, configuration, logger, prepare, rawBodies }: ServiceParts): Promise<NestFastifyApplication> {
  const adapter = fastifyAdapter(configuration);
  const server = adapter.getInstance() as unknown as FastifyInstance;
  const methods = new AllowedMethods();
  methods.watch(server);
  watchRequests(server, logger);
  server.addHook('onRequest', (request, _reply, done) => done(methods.isMisrouted(request) ? new NotFoundException() : undefined));
  refuseOddRequests(server);
  endConnections(server);
  if (rawBodies) acceptRawBodies(server, rawBodies);
  else acceptJsonObjects(server);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, { logger, bodyParser: false, abortOnError: false });
  app.useGlobalPipes(validationPipe());
  app.useGlobalFilters(new ProblemFilter(methods));
  await prepare?.(app);
  await app.init();
  return app;
}

function fastifyAdapter({ trustProxy }: ServiceConfiguration): FastifyAdapter {
  const options = {
    trustProxy,
    // Fastify sets this one anew.
    requestTimeout: arrivalLimits.requestTimeout,
    keepAliveTimeout: 65_000,
    http: arrivalLimits,
    forceCloseConnections: 'idle',
    // While it stops, what arrives on an open connection is still answered, and told that the connection ends.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: 200 },
    requestIdHeader: false,
    genReqId: (request: { headers: Record<string, string | string[] | undefined> }) => requestIdOf(request.headers['x-request-id']),
    frameworkErrors: answerUnroutable,
  };
  return new FastifyAdapter(options as ConstructorParameters<typeof FastifyAdapter>[0]) as FastifyAdapter;
}

/** An address that cannot be read belongs to no route, and the hooks do not see it. */
function answerUnroutable(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  beginAnswer(request, reply);
  sendProblem(reply, request, problemOf(error));
}
