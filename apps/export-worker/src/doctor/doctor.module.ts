import { Module } from '@nestjs/common';
import { BulkSyncModule } from '../bulk-sync/bulk-sync.module';
import { CheckAccess } from './check-access';
import { ExamineShop } from './examine-shop';

@Module({ imports: [BulkSyncModule], providers: [ExamineShop, CheckAccess], exports: [ExamineShop, CheckAccess] })
export class DoctorModule {}
