import { DoctorRun, System, SystemConnection, Tenant } from '@sync/domain';
import { dataSourceOptions, type DatabaseOptions } from '@sync/postgres';
import { DataSource } from 'typeorm';
import { AuditLogEntry } from './audit/audit-log-entry.entity';
import { AccessToken } from './tokens/access-token.entity';
import { ConnectionToken } from './tokens/connection-token.entity';
import { SignInFailure, UserAddress, UserSession } from './users/sign-ins.entity';
import { UserAccount, UserSystem, UserTenant } from './users/user-account.entity';

const administration = [UserAccount, UserTenant, UserSystem, UserSession, UserAddress, SignInFailure, AuditLogEntry];
const entities = [Tenant, System, SystemConnection, AccessToken, ConnectionToken, DoctorRun, ...administration];

/** A data source with every entity. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource({ ...dataSourceOptions(options), entities });
}
