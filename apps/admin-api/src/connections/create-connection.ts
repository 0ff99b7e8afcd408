import { Injectable } from '@nestjs/common';
import { Handshakes } from '@sync/connections';
import { System } from '@sync/domain';
import { DataSource } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from './audited-change';
import type { CreatedConnection } from './connection-representation';
import type { CreateConnectionInput, LinkShopInput } from './connections-input';
import { ReadConnections } from './read-connections';

const noTokens = { connection_token: null, expires_at: null, access_token: null };

/** Creates a connection for a tenant. Throws ConnectionRefused and RefusedValues, and then nothing has changed. */
@Injectable()
export class CreateConnection {
  constructor(
    private readonly dataSource: DataSource,
    private readonly handshakes: Handshakes,
    private readonly connections: ReadConnections,
  ) {}

  /** To a direct system, active at once; to a shop, the first half of a handshake. */
  async create(user: SignedInUser, input: CreateConnectionInput): Promise<CreatedConnection> {
    const isDirect = await this.dataSource.manager.existsBy(System, { slug: input.system_slug, isDirect: true });
    return isDirect ? this.toDirectSystem(user, input) : this.withToken(user, input);
  }

  private async toDirectSystem(user: SignedInUser, { tenant_id, system_slug }: CreateConnectionInput): Promise<CreatedConnection> {
    const { connectionId, token } = await this.handshakes.connectDirectSystem({
      tenantId: tenant_id,
      systemSlug: system_slug,
      actor: `administrator:${user.id}`,
      requestId: user.origin.requestId,
      alongside: auditedChange(user, 'connection.create'),
    });
    const connection = await this.connections.showFull(connectionId);
    return { ...connection, ...noTokens, access_token: token.reveal() };
  }

  /** A plugin of this system finalises the handshake with the token; another one is refused. */
  private async withToken(user: SignedInUser, { tenant_id, system_slug }: CreateConnectionInput): Promise<CreatedConnection> {
    const { connectionId, connectionToken, expiresAt } = await this.handshakes.startByTenant({
      tenantId: tenant_id,
      platform: { slug: system_slug, pointer: '/system_slug' },
      actor: `administrator:${user.id}`,
      alongside: auditedChange(user, 'connection.create'),
    });
    const connection = await this.connections.showFull(connectionId);
    return { ...connection, ...noTokens, connection_token: connectionToken.reveal(), expires_at: expiresAt };
  }

  /** Active afterwards, without a plugin. */
  async verifiedNow(user: SignedInUser, input: LinkShopInput): Promise<CreatedConnection> {
    const id = await this.handshakes.linkShop({
      tenantId: input.tenant_id,
      systemSlug: input.system_slug,
      baseUrl: input.base_url,
      credentials: input.credentials,
      actor: `administrator:${user.id}`,
      requestId: user.origin.requestId,
      alongside: auditedChange(user, 'connection.create'),
    });
    return { ...(await this.connections.showFull(id)), ...noTokens };
  }
}
