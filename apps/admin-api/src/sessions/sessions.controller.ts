import { Controller, Delete, Get, HttpCode, HttpStatus, Query, Req, Res } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import { endAllSessions, endSession } from '@sync/administration';
import { ApiPage, Operation, PageInput, written, type Page } from '@sync/http-api';
import { ApiProblems } from '@sync/service-runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataSource } from 'typeorm';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import { AllowedBeforeDuty } from '../access/session.guard';
import { clearSessionCookie } from '../access/session-cookie';
import type { SignedInUser } from '../access/signed-in-user';
import { endedSessions, sessions } from '../api-description/user-examples';
import { PathId } from '../path-id';
import { ReadSessions } from './read-sessions';
import { EndedSessions, SessionRepresentation } from './session-representation';

/** A user's own sessions. */
@ApiTags('Sessions')
@RequiresSession()
@Controller('api/admin/sessions')
export class SessionsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: ReadSessions,
  ) {}

  @Get()
  @Operation({ id: 'listOwnSessions', summary: 'List the own sessions', description: 'Those that have not ended, newest first.' })
  @ApiPage(SessionRepresentation, written(sessions))
  @ApiProblems('validation-failed')
  list(@RequestUser() user: SignedInUser, @Query() input: PageInput): Promise<Page<SessionRepresentation>> {
    return this.sessions.read(user.id, input, user.sessionId);
  }

  @Delete()
  @AllowedBeforeDuty(true)
  @Operation({ id: 'endOwnSessions', summary: 'Sign out everywhere', description: 'Ends all own sessions, the one of this request too.' })
  @ApiOkResponse({ type: EndedSessions, description: 'They have ended', ...written(endedSessions) })
  async endAll(
    @RequestUser() user: SignedInUser,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<EndedSessions> {
    const ended = await endAllSessions(this.dataSource, user.origin, user.id);
    if (user.sessionKind === 'cookie') clearSessionCookie(request, reply);
    return { ended };
  }

  @Delete('others')
  @Operation({ id: 'endOtherSessions', summary: 'End all other own sessions', description: 'The one of this request goes on.' })
  @ApiOkResponse({ type: EndedSessions, description: 'They have ended', ...written(endedSessions) })
  async endOthers(@RequestUser() user: SignedInUser): Promise<EndedSessions> {
    return { ended: await endAllSessions(this.dataSource, user.origin, user.id, user.sessionId) };
  }

  @Delete('current')
  @HttpCode(HttpStatus.NO_CONTENT)
  @AllowedBeforeDuty(true)
  @Operation({ id: 'signOut', summary: 'Sign out', description: 'Ends the session of this request.' })
  @ApiNoContentResponse({ description: 'It has ended' })
  @ApiProblems('not-found')
  async signOut(
    @RequestUser() user: SignedInUser,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await endSession(this.dataSource, user.origin, { userId: user.id, id: user.sessionId });
    if (user.sessionKind === 'cookie') clearSessionCookie(request, reply);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Operation({ id: 'endOwnSession', summary: 'End one of the own sessions', description: 'For example of a lost laptop.' })
  @ApiParam({ name: 'id', format: 'uuid' })
  @ApiNoContentResponse({ description: 'It has ended' })
  @ApiProblems('not-found')
  async end(@RequestUser() user: SignedInUser, @PathId('id', 'session') id: string): Promise<void> {
    await endSession(this.dataSource, user.origin, { userId: user.id, id });
  }
}
