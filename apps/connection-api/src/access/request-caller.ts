import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller';

/** The caller of each request, set by the guard. */
export const callers = new WeakMap<FastifyRequest, Caller>();

/** Parameter decorator: the authenticated caller. */
export const RequestCaller = createParamDecorator((_data: undefined, context: ExecutionContext): Caller => {
  const caller = callers.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!caller) throw new Error('The route has no bearer guard');
  return caller;
});
