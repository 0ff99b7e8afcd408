import { Injectable } from '@nestjs/common';
import { Admission, type Access } from '@sync/http-api';
import { hashToken, TokenHolders } from '@sync/identity';
import { enterTenant } from '@sync/postgres';
import { Problem } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { bearerToken, unknownToken } from './bearer-token';
import { checkReach } from './check-reach';
import { callers } from './request-caller';

@Injectable()
export class AdmitBearer extends Admission {
  constructor(
    private readonly holders: TokenHolders,
    private readonly dataSource: DataSource,
  ) {
    super();
  }

  /**
   * Finds the caller of the request, which is handled for its tenant alone from now on: a query that forgets the tenant finds nothing of
   * another.
   */
  async admit(request: FastifyRequest, { group, statuses = [] }: Access): Promise<void> {
    const caller = await this.holders.find(hashToken(bearerToken(request.raw)));
    if (caller === undefined) throw unknownToken();
    if (!statuses.includes(caller.status))
      throw new Problem('forbidden', `The connection of this token is ${caller.status}, which does not allow this.`);
    if (caller.tenantId !== null) enterTenant(caller.tenantId);
    await checkReach(this.dataSource, caller, group, request.params as Record<string, string>);
    callers.set(request, caller);
  }
}
