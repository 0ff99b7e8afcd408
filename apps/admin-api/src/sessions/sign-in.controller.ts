import { Body, Controller, Logger, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { SignIn, SignInRefused } from '@sync/administration';
import { Operation } from '@sync/http-api';
import { Secret } from '@sync/records';
import { ApiProblems, currentRequestId, Throttled } from '@sync/service-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setSessionCookie } from '../access/session-cookie';
import { presentNewSession, SignInInput, type BegunSession } from './session-representation';

@ApiTags('Sessions')
@Controller('api/admin/sessions')
export class SignInController {
  private readonly logger = new Logger('SignIn');

  constructor(private readonly signIn: SignIn) {}

  /** @returns The session has begun */
  @Post()
  @Throttled(true)
  @Operation({
    id: 'signIn',
    summary: 'Sign in',
    description: `The response to a wrong login, password or code, to a disabled account, and to a first password that is older than 7 days, is the same. After 5 failures of one account from one address, attempts slow down to one in 3 minutes: 429.

A user with a generated password, or without a second factor where one is required, first reaches only \`/api/admin/me\` and signing out.`,
    security: [],
  })
  @ApiProblems('sign-in-refused', 'too-many-requests', 'service-unavailable')
  async begin(
    @Body() { login, password, code, ...input }: SignInInput,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<BegunSession> {
    const kind = input.kind ?? 'cookie';
    const client = { kind, address: request.ip, userAgent: request.headers['user-agent'] ?? null, requestId: currentRequestId() };
    const credentials = { login, password: new Secret(password), code: code ?? undefined };
    const session = await this.signIn.withPassword({ ...credentials, ...client }).catch((error: Error) => {
      // Not the login: people type their password there.
      const more = error instanceof SignInRefused ? error.forOperator : {};
      this.logger.warn({ msg: 'sign-in failed', reason: error.name, address: request.ip, ...more });
      throw error;
    });
    if (kind === 'cookie') setSessionCookie(request, reply, session.token.reveal(), session.expiresAt);
    return presentNewSession(session);
  }
}
