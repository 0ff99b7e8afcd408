import { Module } from '@nestjs/common';
import { AuditLogController } from './audit-log.controller';

/** /api/admin/audit-log: what administrators did. */
@Module({ controllers: [AuditLogController] })
export class AuditLogModule {}
