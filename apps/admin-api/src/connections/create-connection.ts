import { Injectable } from '@nestjs/common';
import { Handshakes } from '@sync/connections';
import type { SignedInUser } from '../access/signed-in-user';
import { auditedChange } from './audited-change';
import type { CreatedConnection } from './connection-forms';
import type { CreateConnectionInput, LinkShopInput } from './connections-input';
import { ReadConnections } from './read-connections';

/** Creates a connection for a tenant. Throws ConnectionRefused and RefusedValues, and then nothing has changed. */
@Injectable()
export class CreateConnection {
  constructor(
    private readonly handshakes: Handshakes,
    private readonly connections: ReadConnections,
  ) {}

  /** The first half of a handshake; the shop's plugin finalises it with the token. */
  async withToken(user: SignedInUser, { tenant_id, system_slug }: CreateConnectionInput): Promise<CreatedConnection> {
    const { connectionId, connectionToken, expiresAt } = await this.handshakes.startByTenant({
      tenantId: tenant_id,
      systemSlug: system_slug,
      actor: `administrator:${user.id}`,
      alongside: auditedChange(user, 'connection.create'),
    });
    const connection = await this.connections.showFull(connectionId);
    return { ...connection, connection_token: connectionToken.reveal(), expires_at: expiresAt.toISOString() };
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
    return { ...(await this.connections.showFull(id)), connection_token: null, expires_at: null };
  }
}
