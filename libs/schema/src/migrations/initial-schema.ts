import type { MigrationInterface, QueryRunner } from 'typeorm';
import { administrationTables } from './initial-schema/administration';
import { callerWebhookTables } from './initial-schema/caller-webhooks';
import { connectionTables } from './initial-schema/connections';
import { doctorRunTables } from './initial-schema/doctor-runs';
import { erasedPersons } from './initial-schema/erased-persons';
import { impairments } from './initial-schema/impairments';
import { rateLimitTables } from './initial-schema/rate-limits';
import { recordTables } from './initial-schema/records';
import { servingRole } from './initial-schema/serving-role';
import { syncRunTables } from './initial-schema/sync-runs';
import { tenantWall } from './initial-schema/tenant-wall';
import { shopCallTables } from './initial-schema/shop-calls';
import { webhookStandingTables } from './initial-schema/webhook-standings';
import { workTables } from './initial-schema/work';

/** The whole schema of 0.1.0, one file per subject. docs/data-model.md describes it. */
export class InitialSchema1790000000001 implements MigrationInterface {
  readonly name = 'InitialSchema1790000000001';

  async up(queryRunner: QueryRunner): Promise<void> {
    const work = [
      syncRunTables,
      recordTables,
      workTables,
      callerWebhookTables,
      doctorRunTables,
      webhookStandingTables,
      shopCallTables,
      impairments,
    ];
    const subjects = [connectionTables, ...work, administrationTables, rateLimitTables];
    for (const tables of [...subjects, servingRole, tenantWall, erasedPersons]) await queryRunner.query(tables);
  }

  down(): Promise<void> {
    return Promise.reject(new Error('Migrations are forward only'));
  }
}
