import { Module } from '@nestjs/common';
import { FeedChanges } from './feed-changes';
import { ReadBudget } from './read-budget';
import { ReadRecords } from './read-records';
import { RecordsController } from './records.controller';
import { SearchFeed } from './search-feed';
import { WaitForRecords } from './wait-for-records';

/** GET /api/records/{type}: the records feed. */
@Module({ controllers: [RecordsController], providers: [ReadRecords, ReadBudget, SearchFeed, FeedChanges, WaitForRecords] })
export class RecordsModule {}
