import { Module } from '@nestjs/common';
import { ReadBudget } from './read-budget';
import { ReadRecords } from './read-records';
import { RecordsController } from './records.controller';

/** GET /api/records/{type}: the records feed. */
@Module({ controllers: [RecordsController], providers: [ReadRecords, ReadBudget] })
export class RecordsModule {}
