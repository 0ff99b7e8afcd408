import { Injectable } from '@nestjs/common';
import { dutyOf, findSession } from '@sync/administration';
import { Admission, reachOf, requireConnectionId, type Access } from '@sync/http-api';
import { currentRequestId, Problem } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { AdminApiConfiguration } from '../configuration';
import { ConnectionAccess } from './connection-access';
import { refuseCrossSite } from './refuse-cross-site';
import { users } from './request-user';
import { sessionToken, unknownSession } from './session-token';
import { signedInUser, type SignedInUser } from './signed-in-user';

/** Routes about one connection. What reading it shows depends on the user; every other one is for those who see all of it. */
const ofConnection = '/api/admin/connections/:id';

@Injectable()
export class AdmitSession extends Admission {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
    private readonly connections: ConnectionAccess,
  ) {
    super();
  }

  /** Throws Problem, 403, also for a change that another site made the browser send, and for a user who has a duty first. */
  async admit(request: FastifyRequest, { group }: Access): Promise<void> {
    const user = await this.authenticate(request);
    if (user.duty !== null && group !== 'account')
      throw Problem.of(user.duty === 'change-password' ? 'password-change-required' : 'totp-required');
    if (reachOf(user.role, group) === null) throw new Problem('forbidden', 'Only super administrators may do this.');
    if (group !== 'look up' && request.routeOptions.url?.startsWith(ofConnection)) await this.requireConnection(user, request);
    users.set(request, user);
  }

  private async authenticate(request: FastifyRequest): Promise<SignedInUser> {
    const { kind, token } = sessionToken(request);
    const found = await findSession(this.dataSource.manager, token, this.configuration.sessionLimits);
    if (found?.session.kind !== kind) throw unknownSession();
    if (kind === 'cookie') refuseCrossSite(request);
    const duty = dutyOf(found.user, { requiresTotp: this.configuration.requireTotp, method: found.session.method });
    return signedInUser(found, { address: request.ip, requestId: currentRequestId(), duty });
  }

  private async requireConnection({ viewer }: SignedInUser, { params }: FastifyRequest): Promise<void> {
    const { id = '' } = params as Record<string, string>;
    requireConnectionId(id);
    await this.connections.requireFull(viewer, id);
  }
}
