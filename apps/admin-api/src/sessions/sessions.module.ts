import { Module } from '@nestjs/common';
import { ReadSessions } from './read-sessions';
import { SessionsController } from './sessions.controller';
import { SignInController } from './sign-in.controller';

/** /api/admin/sessions: signing in and out. */
@Module({ controllers: [SignInController, SessionsController], providers: [ReadSessions], exports: [ReadSessions] })
export class SessionsModule {}
