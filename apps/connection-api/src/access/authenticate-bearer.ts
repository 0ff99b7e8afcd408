import { Injectable, Logger } from '@nestjs/common';
import type { SystemConnectionStatus } from '@sync/domain';
import { hashToken, TokenHolders } from '@sync/identity';
import { enterTenant } from '@sync/postgres';
import { loggableError } from '@sync/records';
import { Problem } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import { bearerToken, unknownToken } from './bearer-token';
import type { Caller } from './caller';
import { checkScope } from './check-scope';
import { callers } from './request-caller';
import type { RouteGroup } from './token-scopes';

const maxWaitMs = 500;

/** Who may use a route. */
export interface Access {
  group: RouteGroup;
  /** Of the bearer's connection. */
  statuses: readonly SystemConnectionStatus[];
  /** True for a request that needs no token. */
  isOpen?: (request: FastifyRequest) => boolean;
}

@Injectable()
export class AuthenticateBearer {
  private readonly logger = new Logger('AuthenticateBearer');

  constructor(private readonly holders: TokenHolders) {}

  /**
   * Finds the caller of the request, which is handled for its tenant alone from now on: a query that forgets the tenant finds nothing of
   * another. Throws Problem: 401 for an unknown token, 403 or 404 for what it does not allow.
   */
  async authenticate(request: FastifyRequest, { group, statuses }: Access): Promise<true> {
    const caller = await this.holders.find(hashToken(bearerToken(request.raw)));
    if (caller === undefined) throw unknownToken();
    if (!statuses.includes(caller.status))
      throw new Problem('forbidden', `The connection of this token is ${caller.status}, which does not allow this.`);
    checkScope(caller, group, request.params as Record<string, string>);
    callers.set(request, caller);
    if (caller.tenantId !== null) enterTenant(caller.tenantId);
    return true;
  }

  /** For a request that succeeded. It stays successful even if this fails, and waits at most half a second for it. */
  async recordUse({ tokenId }: Caller): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => (timer = setTimeout(resolve, maxWaitMs)));
    const recorded = this.holders
      .recordUse(tokenId)
      .catch((error: unknown) => this.logger.warn({ msg: 'last use of a token not recorded', error: loggableError(error) }));
    await Promise.race([recorded, waited]);
    clearTimeout(timer);
  }
}
