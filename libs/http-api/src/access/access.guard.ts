import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { SystemConnectionStatus } from '@sync/domain';
import type { FastifyRequest } from 'fastify';
import type { RouteGroup } from './policy';

/** Who may use a route. */
export interface Access {
  group: RouteGroup;
  /** Of the connection of an access token. */
  statuses?: readonly SystemConnectionStatus[];
  /** True for a request that needs no token. */
  isOpen?: (request: FastifyRequest) => boolean;
}

/** Metadata of a route, or of all of a controller. A route without it is open. */
export const RequiredAccess = Reflector.createDecorator<Access>();

/** How an API finds out who asks. */
export abstract class Admission {
  /** Throws Problem: 401 for an unknown principal, 403 or 404 for what the policy does not allow it. */
  abstract admit(request: FastifyRequest, access: Access): Promise<void>;
}

/** Lets a request through to its route once the policy allows it. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = this.reflector.getAllAndOverride<Access | undefined>(RequiredAccess, [context.getHandler(), context.getClass()]);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (access && !access.isOpen?.(request)) await this.admission.admit(request, access);
    return true;
  }
}
