import { Injectable } from '@nestjs/common';
import { CredentialsCipher, KeyRingCheck } from '@sync/credentials';
import type { SystemConnectionStatus } from '@sync/domain';
import { TaskDeferred, UnrecoverableTaskError } from '@sync/durable-work';
import type { Integration, IntegrationConnection } from '@sync/integration-contract';
import { BatchedCalls, queryPrepared } from '@sync/postgres';
import { IntegrationRegistry } from '@sync/integrations';
import type { SystemCapability, SystemDriver } from '@sync/records';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';

/** A connection as a sync needs it: credentials sealed. */
export interface SyncTarget {
  connectionId: string;
  /** What its records belong to; null: a newer connection has taken its shop over. */
  shopId: string | null;
  /** Null until a tenant claims the connection. */
  tenantId: string | null;
  status: SystemConnectionStatus;
  driver: SystemDriver | null;
  isDirect: boolean;
  baseUrl: string | null;
  sealedCredentials: string | null;
  lastConnectedAt: Date | null;
  /** What the connection may pull in now. */
  capabilities: SystemCapability[];
}

/** An integration with the connection it is called for, credentials opened. Held in memory only. */
export interface OpenedTarget {
  shopId: string;
  integration: Integration;
  connection: IntegrationConnection;
}

interface TargetRow {
  id: string;
  shop_id: string | null;
  tenant_id: string | null;
  status: SystemConnectionStatus;
  driver: SystemDriver | null;
  is_direct: boolean | null;
  base_url: string | null;
  credentials: string | null;
  last_connected_at: Date | null;
  capabilities: SystemCapability[];
}

const findTargets = `
  select connection.id, shop.id as shop_id, connection.tenant_id, connection.status, system.driver, system.is_direct, connection.base_url, connection.credentials,
    connection.last_connected_at, now.capabilities
  from system_connections connection
    join connection_capabilities now on now.system_connection_id = connection.id
    left join systems system on system.id = connection.system_id
    left join shops shop on shop.system_connection_id = connection.id
  where connection.id = any($1::uuid[]) and connection.deleted_at is null`;

/** More than there are breakers, so a breaker is never older than what is remembered here. */
const maxRemembered = 20_000;

/** Finds the connection a sync works for. */
@Injectable()
export class SyncTargets {
  /** `lastConnectedAt` of each connection at its last look-up. */
  private readonly connectedAt = new LRUCache<string, number>({ max: maxRemembered });

  /** Tasks that begin together find their connections together. */
  private readonly found = new BatchedCalls<string, TargetRow | undefined>((ids) => this.findRows(ids), {
    maxConcurrentBatches: 4,
    maxCalls: 100,
  });

  constructor(
    private readonly dataSource: DataSource,
    private readonly registry: IntegrationRegistry,
    private readonly cipher: CredentialsCipher,
    private readonly keys: KeyRingCheck,
  ) {}

  /** Null when the connection is gone. */
  async find(connectionId: string): Promise<SyncTarget | null> {
    const row = await this.found.call(connectionId);
    if (!row) return null;
    this.forgetBreakerOnceReconnected(connectionId, row.last_connected_at);
    return {
      connectionId,
      shopId: row.shop_id,
      tenantId: row.tenant_id,
      status: row.status,
      driver: row.driver,
      isDirect: row.is_direct ?? false,
      baseUrl: row.base_url,
      sealedCredentials: row.credentials,
      lastConnectedAt: row.last_connected_at,
      capabilities: row.capabilities,
    };
  }

  private async findRows(ids: readonly string[]): Promise<(TargetRow | undefined)[]> {
    const rows = await queryPrepared<TargetRow>(this.dataSource, findTargets, [ids]);
    return ids.map((id) => rows.find((row) => row.id === id));
  }

  /**
   * `timeoutFactor`: how many times the usual time a response may take.
   * Throws UnrecoverableTaskError when the driver has no integration, or the credentials cannot be read, and TaskDeferred while the
   * encryption keys of this process do not fit: another process, or this one after a restart, can do the task.
   */
  async open(
    { connectionId, shopId, tenantId, driver, baseUrl, sealedCredentials }: SyncTarget,
    timeoutFactor?: number,
  ): Promise<OpenedTarget> {
    if (!driver || !this.registry.has(driver))
      throw new UnrecoverableTaskError(`No integration is registered for the driver ${driver ?? 'of an unknown system'}.`);
    if (shopId === null) throw new UnrecoverableTaskError('A newer connection has taken the shop over.');
    if (!baseUrl || !sealedCredentials) throw new UnrecoverableTaskError('The connection has no address or no credentials.');
    try {
      const credentials = this.cipher.open(connectionId, sealedCredentials);
      const connection = { id: connectionId, tenantId, driver, baseUrl, credentials, timeoutFactor };
      return { shopId, integration: this.registry.byDriver(driver), connection };
    } catch {
      if (!(await this.keys.lookAgain())) throw new TaskDeferred();
      throw new UnrecoverableTaskError('The stored credentials cannot be read.');
    }
  }

  /** A reconnect was verified against the live shop, so earlier failures no longer count and must not delay the first sync. */
  private forgetBreakerOnceReconnected(connectionId: string, lastConnectedAt: Date | null): void {
    const at = lastConnectedAt?.getTime() ?? 0;
    const known = this.connectedAt.get(connectionId);
    if (known !== undefined && known !== at) this.registry.breakers.forget(connectionId);
    this.connectedAt.set(connectionId, at);
  }
}
