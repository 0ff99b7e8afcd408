import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { SystemConnectionStatus } from '@sync/domain';
import type { FastifyRequest } from 'fastify';
import { AuthenticateBearer } from './authenticate-bearer';
import { bearerToken } from './bearer-token';
import { callers } from './request-caller';

/** Metadata: connection statuses that may use the route. */
export const AllowedStatuses = Reflector.createDecorator<readonly SystemConnectionStatus[]>();

/** Requires a valid bearer token whose connection has one of the route's allowed statuses. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly bearers: AuthenticateBearer,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const allowed = this.reflector.getAllAndOverride(AllowedStatuses, [context.getHandler(), context.getClass()]);
    callers.set(request, await this.bearers.authenticate(bearerToken(request.raw), allowed));
    return true;
  }
}
