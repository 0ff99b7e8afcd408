import { Catch, Logger, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { loggableError } from '@sync/records';
import type { AllowedMethods } from '../requests/allowed-methods';
import { Problem } from './problem';
import { problemOf } from './problem-of';
import { sendProblem } from './send-problem';

/** Makes a problem of what the use cases of an app throw. Returns everything else as it is. */
export type TranslateError = (error: unknown, request: FastifyRequest) => unknown;

/** Every error leaves as application/problem+json, for any thrown value and any Accept header. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly logger = new Logger('Problems');

  constructor(
    private readonly methods: AllowedMethods,
    private readonly translate: TranslateError = (error) => error,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const error = this.translate(thrown, request);
    // Only Nest's router throws this exception: no route matches the method and path.
    const problem = error instanceof NotFoundException ? this.noRoute(request) : problemOf(error);
    if (problem.status >= 500) this.logger.error({ msg: problem.kind, error: loggableError(error) });
    sendProblem(http.getResponse<FastifyReply>(), request, problem);
  }

  private noRoute({ url }: FastifyRequest): Problem {
    const allowed = this.methods.at(url.split('?', 1)[0] ?? '');
    if (allowed.length === 0) return Problem.of('not-found');
    const headers = { Allow: allowed.join(', ') };
    return new Problem('method-not-allowed', `This address accepts ${headers.Allow}.`, { headers });
  }
}
