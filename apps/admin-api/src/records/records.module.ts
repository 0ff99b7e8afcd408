import { Module } from '@nestjs/common';
import { ConnectionAccess } from '../access/connection-access';
import { ConnectionRecords } from './connection-records';
import { RecordsController } from './records.controller';

/** /api/admin/connections/{id}/records. */
@Module({ controllers: [RecordsController], providers: [ConnectionRecords, ConnectionAccess] })
export class RecordsModule {}
