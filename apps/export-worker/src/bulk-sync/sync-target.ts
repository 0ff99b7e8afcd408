import { Injectable } from '@nestjs/common';
import {
  capabilitiesNow,
  CredentialsCipher,
  SyncRun,
  type ConnectionConfiguration,
  type System,
  type SystemConnectionStatus,
} from '@sync/domain';
import { UnrecoverableTaskError } from '@sync/durable-work';
import type { Integration, IntegrationConnection } from '@sync/integration-contract';
import { IntegrationRegistry } from '@sync/integrations';
import type { SystemCapability, SystemDriver } from '@sync/records';
import { DataSource } from 'typeorm';

/** A connection as a sync needs it: credentials sealed. */
export interface SyncTarget {
  connectionId: string;
  status: SystemConnectionStatus;
  driver: SystemDriver | null;
  isDirect: boolean;
  baseUrl: string | null;
  sealedCredentials: string | null;
  /** What it may pull in now. */
  capabilities: SystemCapability[];
}

/** An integration with the connection it is to be called for, credentials opened. Only ever in memory. */
export interface OpenedTarget {
  integration: Integration;
  connection: IntegrationConnection;
}

interface TargetRow {
  status: SystemConnectionStatus;
  driver: SystemDriver | null;
  is_direct: boolean | null;
  declared: System['capabilities'] | null;
  base_url: string | null;
  credentials: string | null;
  configuration: ConnectionConfiguration | null;
  outgoing_domains: string[];
}

const findTarget = `
  select connection.status, system.driver, system.is_direct, system.capabilities as declared, connection.base_url, connection.credentials,
    connection.configuration,
    array(select distinct domain from sync_rules rule cross join unnest(rule.data_domains) domain
          where rule.source_connection_id = connection.id and rule.is_active) as outgoing_domains
  from system_connections connection left join systems system on system.id = connection.system_id
  where connection.id = $1 and connection.deleted_at is null`;

/** Finds out what a sync is about. */
@Injectable()
export class SyncTargets {
  constructor(
    private readonly dataSource: DataSource,
    private readonly registry: IntegrationRegistry,
    private readonly cipher: CredentialsCipher,
  ) {}

  /** Null when the connection is gone. */
  async find(connectionId: string): Promise<SyncTarget | null> {
    const [row] = await this.dataSource.query<TargetRow[]>(findTarget, [connectionId]);
    if (!row) return null;
    return {
      connectionId,
      status: row.status,
      driver: row.driver,
      isDirect: row.is_direct ?? false,
      baseUrl: row.base_url,
      sealedCredentials: row.credentials,
      capabilities: capabilitiesNow(row.declared && { capabilities: row.declared }, row.configuration, row.outgoing_domains),
    };
  }

  /** Throws UnrecoverableTaskError when the driver has no integration, or the credentials cannot be read. */
  open({ connectionId, driver, baseUrl, sealedCredentials }: SyncTarget): OpenedTarget {
    if (!driver || !this.registry.has(driver))
      throw new UnrecoverableTaskError(`No integration is registered for the driver ${driver ?? 'of an unknown system'}.`);
    if (!baseUrl || !sealedCredentials) throw new UnrecoverableTaskError('The connection has no address or no credentials.');
    try {
      const credentials = this.cipher.open(connectionId, sealedCredentials);
      return { integration: this.registry.byDriver(driver), connection: { id: connectionId, driver, baseUrl, credentials } };
    } catch {
      throw new UnrecoverableTaskError('The stored credentials cannot be read.');
    }
  }

  async findRun(syncRunId: string): Promise<SyncRun | null> {
    return this.dataSource.manager.findOneBy(SyncRun, { id: syncRunId });
  }
}
