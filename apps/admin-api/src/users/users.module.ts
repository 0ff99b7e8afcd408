import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module';
import { UserSessionsController } from './user-sessions.controller';
import { UsersController } from './users.controller';

/** /api/admin/users: who may use this API. */
@Module({ imports: [SessionsModule], controllers: [UsersController, UserSessionsController] })
export class UsersModule {}
