import { Module } from '@nestjs/common';
import { Systems } from './systems';
import { SystemsController } from './systems.controller';

/** /api/admin/systems. */
@Module({ controllers: [SystemsController], providers: [Systems] })
export class SystemsModule {}
