import { Injectable } from '@nestjs/common';
import { dutyOf, findSession } from '@sync/administration';
import { currentRequestId, Problem } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { AdminApiConfiguration } from '../configuration';
import { refuseCrossSite } from './refuse-cross-site';
import { sessionToken, unknownSession } from './session-token';
import { signedInUser, type SignedInUser } from './signed-in-user';

@Injectable()
export class AuthenticateSession {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  /** The user of the request. Throws Problem: 401 without a live session, 403 for a change that another site made the browser send. */
  async authenticate(request: FastifyRequest): Promise<SignedInUser> {
    const { kind, token } = sessionToken(request);
    const found = await findSession(this.dataSource.manager, token, this.configuration.sessionLimits);
    if (found?.session.kind !== kind) throw unknownSession();
    if (kind === 'cookie') refuseCrossSite(request);
    const duty = dutyOf(found.user, { requiresTotp: this.configuration.requireTotp, method: found.session.method });
    return signedInUser(found, { address: request.ip, requestId: currentRequestId(), duty });
  }

  /** Throws Problem, 403, unless the user may use a route of this kind. */
  admit(user: SignedInUser, { role, beforeDuty }: { role?: 'super_admin'; beforeDuty: boolean }): void {
    if (user.duty !== null && !beforeDuty) throw Problem.of(user.duty === 'change-password' ? 'password-change-required' : 'totp-required');
    if (role !== undefined && user.role !== role) throw new Problem('forbidden', 'Only super administrators may do this.');
  }
}
