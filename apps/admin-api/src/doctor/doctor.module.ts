import { Module } from '@nestjs/common';
import { ConnectionAccess } from '../access/connection-access';
import { DoctorController } from './doctor.controller';
import { DoctorRuns } from './doctor-runs';

/** /api/admin/connections/{id}/doctor-runs. */
@Module({ controllers: [DoctorController], providers: [DoctorRuns, ConnectionAccess] })
export class DoctorModule {}
