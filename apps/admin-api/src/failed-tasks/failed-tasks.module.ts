import { Module } from '@nestjs/common';
import { FailedTasksController } from './failed-tasks.controller';
import { FailedWork } from './failed-work';

/** /api/admin/failed-tasks. */
@Module({ controllers: [FailedTasksController], providers: [FailedWork] })
export class FailedTasksModule {}
