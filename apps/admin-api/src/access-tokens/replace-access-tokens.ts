import { Injectable } from '@nestjs/common';
import { lockConnection, System } from '@sync/domain';
import { noSuchConnection } from '@sync/http-api';
import { recordAudit, replaceEveryAccessToken } from '@sync/identity';
import { Problem } from '@sync/service-runtime';
import { DataSource } from 'typeorm';
import type { SignedInUser } from '../access/signed-in-user';
import type { ReplacedAccessTokens } from './access-token-representation';

/** For a company that lost the token of its product, or whose token is in other hands: every copy ends, and one new token begins. */
@Injectable()
export class ReplaceAccessTokens {
  constructor(private readonly dataSource: DataSource) {}

  /** Throws Problem: 404, and 409 for a shop, whose plugin gets its token by a handshake. */
  async replace({ origin }: SignedInUser, connectionId: string): Promise<ReplacedAccessTokens> {
    return this.dataSource.transaction(async (manager) => {
      const connection = await lockConnection(manager, connectionId);
      if (!connection) throw noSuchConnection();
      const { id, tenantId, systemId } = connection;
      if (systemId === null || !(await manager.existsBy(System, { id: systemId, isDirect: true }))) throw notDirect();
      const { id: tokenId, plaintext, createdAt, revoked } = await replaceEveryAccessToken(manager, id);
      const [before, after] = [{ access_tokens: revoked }, { access_token_id: tokenId }];
      const object = { type: 'connection', id } as const;
      await recordAudit(manager, { ...origin, action: 'connection.replace_access_tokens', object, tenantId, before, after });
      return { id: tokenId, access_token: plaintext.reveal(), created_at: createdAt, revoked };
    });
  }
}

function notDirect(): Problem {
  return new Problem(
    'conflict',
    'This is the connection of a shop: its plugin gets a token by a handshake. Only a direct system gets one here.',
  );
}
