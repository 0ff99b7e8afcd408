import { Module } from '@nestjs/common';
import { MeController } from './me.controller';

/** /api/admin/me: the own account. */
@Module({ controllers: [MeController] })
export class MeModule {}
