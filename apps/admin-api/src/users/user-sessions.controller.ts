import { Controller, Delete, Get, HttpCode, HttpStatus, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { endAllSessions, endSession, showUser } from '@sync/administration';
import { ApiPage, PageInput, type Page } from '@sync/http-api';
import { DataSource } from 'typeorm';
import { RequestUser } from '../access/request-user';
import { RequiresSession } from '../access/requires-session';
import type { SignedInUser } from '../access/signed-in-user';
import { ReadSessions } from '../sessions/read-sessions';
import { SessionRepresentation, type EndedSessions } from '../sessions/session-representation';
import { PathId } from '../path-id';

/** The sessions of any user. */
@ApiTags('Users')
@RequiresSession('users')
@Controller('api/admin/users/:id/sessions')
export class UserSessionsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: ReadSessions,
  ) {}

  /**
   * List a user's sessions
   * @remarks Newest first. Super administrators only.
   */
  @Get()
  @ApiPage(SessionRepresentation)
  async listUserSessions(
    @RequestUser() { sessionId }: SignedInUser,
    @PathId('id', 'user') id: string,
    @Query() input: PageInput,
  ): Promise<Page<SessionRepresentation>> {
    await showUser(this.dataSource, id);
    return this.sessions.read(id, input, sessionId);
  }

  /**
   * End a user's sessions
   * @remarks All of them. Super administrators only.
   * @returns They have ended
   */
  @Delete()
  async endUserSessions(@RequestUser() { origin }: SignedInUser, @PathId('id', 'user') id: string): Promise<EndedSessions> {
    await showUser(this.dataSource, id);
    return { ended: await endAllSessions(this.dataSource, origin, id) };
  }

  /**
   * End one of a user's sessions
   * @remarks Super administrators only.
   * @returns It has ended
   */
  @Delete(':session_id')
  @HttpCode(HttpStatus.NO_CONTENT)
  async endUserSession(
    @RequestUser() { origin }: SignedInUser,
    @PathId('id', 'user') userId: string,
    @PathId('session_id', 'session') id: string,
  ): Promise<void> {
    await endSession(this.dataSource, origin, { userId, id });
  }
}
