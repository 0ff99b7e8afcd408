import { Inject, Injectable, Logger } from '@nestjs/common';
import type { SystemConnectionStatus } from '@sync/domain';
import { findTokenHolder, hashToken, recordTokenUse } from '@sync/identity';
import { loggableError } from '@sync/records';
import { Problem } from '@sync/service-runtime';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { bearerToken, unknownToken } from './bearer-token';
import type { Caller } from './caller';
import { checkScope } from './check-scope';
import { callers } from './request-caller';
import { tokenPool } from './token-pool';
import type { RouteGroup } from './token-scopes';

const maxWaitMs = 500;

/** Who may use a route. */
export interface Access {
  group: RouteGroup;
  /** Of the bearer's connection. */
  statuses: readonly SystemConnectionStatus[];
}

@Injectable()
export class AuthenticateBearer {
  private readonly logger = new Logger('AuthenticateBearer');

  constructor(@Inject(tokenPool) private readonly pool: Pool) {}

  /** The caller of the request. Throws Problem: 401 for an unknown token, 403 or 404 for what it does not allow. */
  async authenticate(request: FastifyRequest, { group, statuses }: Access): Promise<Caller> {
    const caller = await findTokenHolder(this.pool, hashToken(bearerToken(request.raw)));
    if (caller === undefined) throw unknownToken();
    if (!statuses.includes(caller.status))
      throw new Problem('forbidden', `The connection of this token is ${caller.status}, which does not allow this.`);
    checkScope(caller, group, request.params as Record<string, string>);
    callers.set(request, caller);
    return caller;
  }

  /** For a request that succeeded. It stays successful even if this fails, and waits at most half a second for it. */
  async recordUse({ tokenId }: Caller): Promise<void> {
    const recorded = recordTokenUse(this.pool, tokenId).catch((error: unknown) =>
      this.logger.warn({ msg: 'last use of a token not recorded', error: loggableError(error) }),
    );
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([recorded, new Promise<void>((resolve) => (timer = setTimeout(resolve, maxWaitMs)))]);
    clearTimeout(timer);
  }
}
