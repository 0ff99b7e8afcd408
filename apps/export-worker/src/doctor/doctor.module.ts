import { Module } from '@nestjs/common';
import { BulkSyncModule } from '../bulk-sync/bulk-sync.module';
import { ExamineShop } from './examine-shop';

@Module({ imports: [BulkSyncModule], providers: [ExamineShop], exports: [ExamineShop] })
export class DoctorModule {}
