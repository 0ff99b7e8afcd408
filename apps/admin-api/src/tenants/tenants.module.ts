import { Module } from '@nestjs/common';
import { Tenants } from './tenants';
import { TenantsController } from './tenants.controller';

/** /api/admin/tenants. */
@Module({ controllers: [TenantsController], providers: [Tenants] })
export class TenantsModule {}
