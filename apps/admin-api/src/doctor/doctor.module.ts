import { Module } from '@nestjs/common';
import { DoctorController } from './doctor.controller';
import { DoctorRuns } from './doctor-runs';

/** /api/admin/connections/{id}/doctor-runs. */
@Module({ controllers: [DoctorController], providers: [DoctorRuns] })
export class DoctorModule {}
