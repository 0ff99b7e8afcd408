import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AuthenticateBearer, type Access } from './authenticate-bearer';

/** Metadata: who may use the route. */
export const RequiredAccess = Reflector.createDecorator<Access>();

/**
 * Requires a valid bearer token with the route's scope, whose connection has one of the route's statuses. A route without `RequiredAccess`
 * is open.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly bearers: AuthenticateBearer,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(RequiredAccess, [context.getHandler(), context.getClass()]);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return access === undefined || access.isOpen?.(request) || this.bearers.authenticate(request, access);
  }
}
