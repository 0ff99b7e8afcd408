import { Module } from '@nestjs/common';
import { DashboardController } from './dashboard.controller';
import { ReadDashboard } from './read-dashboard';

/** /api/admin/dashboard. */
@Module({ controllers: [DashboardController], providers: [ReadDashboard] })
export class DashboardModule {}
