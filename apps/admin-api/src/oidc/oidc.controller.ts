import { Controller, Get, Logger, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { AdministrationRefused, OidcProvider, OidcUnavailable, signInWithOidc, type NewSession } from '@sync/administration';
import { currentRequestId, Problem, Throttled } from '@sync/service-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { setSessionCookie } from '../access/session-cookie';
import { AdminApiConfiguration } from '../configuration';
import { OidcCallbackInput } from './oidc-callback-input';
import { keepChecks, keptChecks } from './oidc-cookie';

/** Of the panel. */
const startPage = '/admin/';

/** Sign-in through an identity provider: steps of a browser, so not in the description of the API. */
@ApiExcludeController()
@Controller('api/admin/oidc')
export class OidcController {
  private readonly logger = new Logger('OidcSignIn');
  private readonly provider: OidcProvider | null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
  ) {
    this.provider = configuration.oidc && new OidcProvider(configuration.oidc);
  }

  /** For the sign-in page. */
  @Get()
  isEnabled(): { enabled: boolean } {
    return { enabled: this.provider !== null };
  }

  @Get('sign-in')
  @Throttled(true)
  async begin(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const { address, checks } = await this.required().begin().catch(unavailable);
    keepChecks(request, reply, checks);
    void reply.redirect(address.href, 302);
  }

  @Get('callback')
  @Throttled(true)
  async finish(
    @Query() _input: OidcCallbackInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    keepChecks(request, reply, null);
    const session = await this.signIn(request).catch((error: Error) => {
      this.logger.warn({ msg: 'sign-in failed', reason: error.name, address: request.ip });
      return unavailable(error);
    });
    setSessionCookie(request, reply, session.token.reveal(), session.expiresAt);
    void reply.redirect(startPage, 302);
  }

  private async signIn(request: FastifyRequest): Promise<NewSession> {
    const provider = this.required();
    const checks = keptChecks(request);
    if (!checks) throw new AdministrationRefused('sign-in', 'This sign-in was not begun here, or too long ago. Begin again.');
    const identity = await provider.finish(request.url.split('?')[1] ?? '', checks);
    const userAgent = request.headers['user-agent'] ?? null;
    const client = { kind: 'cookie' as const, address: request.ip, userAgent, requestId: currentRequestId() };
    return signInWithOidc(this.dataSource, identity, client, this.configuration.sessionLimits);
  }

  private required(): OidcProvider {
    if (!this.provider) throw Problem.of('not-found');
    return this.provider;
  }
}

function unavailable(error: Error): never {
  throw error instanceof OidcUnavailable ? Problem.unavailable() : error;
}
