import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { SignedInUser } from './signed-in-user';

/** The user of each request, set by the guard. */
export const users = new WeakMap<FastifyRequest, SignedInUser>();

/** Parameter decorator: the signed-in user. */
export const RequestUser = createParamDecorator((_data: undefined, context: ExecutionContext): SignedInUser => {
  const user = users.get(context.switchToHttp().getRequest<FastifyRequest>());
  if (!user) throw new Error('The route has no session guard');
  return user;
});
