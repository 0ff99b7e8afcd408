import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AuthenticateBearer, type Access } from './authenticate-bearer';

/** Metadata: who may use the route. */
export const RequiredAccess = Reflector.createDecorator<Access>();

/** Requires a valid bearer token with the route's scope, whose connection has one of the route's statuses. */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly bearers: AuthenticateBearer,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride(RequiredAccess, [context.getHandler(), context.getClass()]);
    await this.bearers.authenticate(context.switchToHttp().getRequest<FastifyRequest>(), access);
    return true;
  }
}
