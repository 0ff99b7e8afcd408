import { Module } from '@nestjs/common';
import { DoctorController } from './doctor.controller';
import { DoctorRuns } from './doctor-runs';
import { ShopExaminationsController } from './shop-examinations.controller';

/** /api/admin/connections/{id}/doctor-runs and /api/admin/shop-examinations. */
@Module({ controllers: [DoctorController, ShopExaminationsController], providers: [DoctorRuns] })
export class DoctorModule {}
