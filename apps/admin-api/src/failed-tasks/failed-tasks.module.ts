import { Module } from '@nestjs/common';
import { WorkAccess } from '../work/work-access';
import { FailedTasksController } from './failed-tasks.controller';
import { FailedWork } from './failed-work';

/** /api/admin/failed-tasks. */
@Module({ controllers: [FailedTasksController], providers: [FailedWork, WorkAccess] })
export class FailedTasksModule {}
