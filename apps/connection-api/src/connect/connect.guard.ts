import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuthenticateBearer } from '../access/authenticate-bearer';
import { variantOf } from './connect-variant';

/** Variants B and C require a valid bearer token; A takes none. */
@Injectable()
export class ConnectGuard implements CanActivate {
  constructor(private readonly bearers: AuthenticateBearer) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (variantOf(request) !== 'direct initialisation')
      await this.bearers.authenticate(request, { group: 'handshake', statuses: ['active'] });
    return true;
  }
}
