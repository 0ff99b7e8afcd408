import { Module } from '@nestjs/common';
import { ReadBudget } from './read-budget';
import { ReadRecords } from './read-records';
import { RecordsController } from './records.controller';
import { SearchFeed } from './search-feed';

/** GET /api/records/{type}: the records feed. */
@Module({ controllers: [RecordsController], providers: [ReadRecords, ReadBudget, SearchFeed] })
export class RecordsModule {}
