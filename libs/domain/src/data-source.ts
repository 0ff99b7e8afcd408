import { dataSourceOptions, type DatabaseOptions } from '@sync/postgres';
import { DataSource } from 'typeorm';
import { SignInFailure, UserAddress, UserSession } from './administration/sign-ins.entity';
import { UserAccount, UserSystem, UserTenant } from './administration/user-account.entity';
import { AuditLogEntry } from './audit/audit-log-entry.entity';
import { SystemConnection } from './connections/system-connection.entity';
import { DoctorRun } from './doctor-runs/doctor-run.entity';
import { System } from './systems/system.entity';
import { Tenant } from './tenants/tenant.entity';
import { AccessToken } from './tokens/access-token.entity';
import { ConnectionToken } from './tokens/connection-token.entity';

const administration = [UserAccount, UserTenant, UserSystem, UserSession, UserAddress, SignInFailure, AuditLogEntry];
const entities = [Tenant, System, SystemConnection, AccessToken, ConnectionToken, DoctorRun, ...administration];

/** A data source with every entity. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource({ ...dataSourceOptions(options), entities });
}
