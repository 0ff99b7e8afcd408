import { Module } from '@nestjs/common';
import { ConnectionRecords } from './connection-records';
import { RecordsController } from './records.controller';

/** /api/admin/connections/{id}/records. */
@Module({ controllers: [RecordsController], providers: [ConnectionRecords] })
export class RecordsModule {}
