import { Controller, Delete, Get, HttpCode, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { endAllSessions, endSession } from '@sync/administration';
import { ApiPage, PageInput, type Page } from '@sync/http-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiProblems } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import { clearSessionCookie } from '../access/session-cookie';
import type { SignedInUser } from '../access/signed-in-user';
import { PathId } from '../path-id';
import { ReadSessions } from './read-sessions';
import { SessionRepresentation, type EndedSessions } from './session-representation';

/** A user's own sessions. */
@ApiTags('Sessions')
@RequiresSession('sessions')
@Controller('api/admin/sessions')
export class SessionsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: ReadSessions,
  ) {}

  /**
   * List the own sessions
   * @remarks Those that have not ended, newest first.
   */
  @Get()
  @ApiPage(SessionRepresentation)
  listOwnSessions(@RequestUser() user: SignedInUser, @Query() input: PageInput): Promise<Page<SessionRepresentation>> {
    return this.sessions.read(user.id, input, user.sessionId);
  }

  /**
   * Sign out everywhere
   * @remarks Ends all own sessions, the one of this request too.
   * @returns They have ended
   */
  @Delete()
  @RequiresSession('account')
  async endOwnSessions(
    @RequestUser() user: SignedInUser,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndedSessions> {
    const ended = await endAllSessions(this.dataSource, user.origin, user.id);
    if (user.sessionKind === 'cookie') clearSessionCookie(request, reply);
    return { ended };
  }

  /**
   * End all other own sessions
   * @remarks The one of this request goes on.
   * @returns They have ended
   */
  @Delete('others')
  async endOtherSessions(@RequestUser() user: SignedInUser): Promise<EndedSessions> {
    return { ended: await endAllSessions(this.dataSource, user.origin, user.id, user.sessionId) };
  }

  /**
   * Sign out
   * @remarks Ends the session of this request.
   * @returns It has ended
   */
  @Delete('current')
  @HttpCode(HttpStatus.NO_CONTENT)
  @RequiresSession('account')
  @ApiProblems('not-found')
  async signOut(
    @RequestUser() user: SignedInUser,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await endSession(this.dataSource, user.origin, { userId: user.id, id: user.sessionId });
    if (user.sessionKind === 'cookie') clearSessionCookie(request, reply);
  }

  /**
   * End one of the own sessions
   * @remarks For example of a lost laptop.
   * @returns It has ended
   */
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async endOwnSession(@RequestUser() user: SignedInUser, @PathId('id', 'session') id: string): Promise<void> {
    await endSession(this.dataSource, user.origin, { userId: user.id, id });
  }
}
