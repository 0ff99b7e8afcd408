import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { SystemConnectionStatus } from '@sync/domain';
import type { FastifyRequest } from 'fastify';
import { AuthenticateBearer } from './authenticate-bearer';
import { bearerToken } from './bearer-token';
import { callers } from './request-caller';

/** Statuses of the bearer's connection that the route is open to. */
export const OpenTo = Reflector.createDecorator<readonly SystemConnectionStatus[]>();

/** Lets a request through whose bearer token is known and whose connection is in a status that the route is open to. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly bearers: AuthenticateBearer,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const allowed = this.reflector.getAllAndOverride(OpenTo, [context.getHandler(), context.getClass()]);
    callers.set(request, await this.bearers.authenticate(bearerToken(request.raw), allowed));
    return true;
  }
}
