import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { AuthenticateSession } from './authenticate-session';
import { users } from './request-user';

/** Metadata: the role that a route asks for; null for any. */
export const RequiredRole = Reflector.createDecorator<'super_admin' | null>();

/** Class or method decorator: a user with a duty, such as changing the first password, may use the route. */
export const AllowedBeforeDuty = Reflector.createDecorator<true>();

/** Requires a live session of a user with the route's role. A route without `RequiredRole` is open. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: AuthenticateSession,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const places = [context.getHandler(), context.getClass()];
    const role = this.reflector.getAllAndOverride<'super_admin' | null | undefined>(RequiredRole, places);
    if (role === undefined) return true;
    const beforeDuty = this.reflector.getAllAndOverride(AllowedBeforeDuty, places) ?? false;
    const user = await this.sessions.authenticate(request);
    this.sessions.admit(user, { role: role ?? undefined, beforeDuty });
    users.set(request, user);
    return true;
  }
}
