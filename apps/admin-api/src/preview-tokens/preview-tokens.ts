import { Injectable } from '@nestjs/common';
import { holdSession } from '@sync/administration';
import { lockConnection } from '@sync/domain';
import { noSuchConnection, pageById, type Page, type PageInput } from '@sync/http-api';
import { issueAccessToken, listAccessTokens, recordAudit, revokeAccessToken } from '@sync/identity';
import { DataSource } from 'typeorm';
import { unknownSession } from '../access/session-token';
import type { SignedInUser } from '../access/signed-in-user';
import { AdminApiConfiguration } from '../configuration';
import { noSuch } from '../path-id';
import { presentPreviewToken, type IssuedPreviewToken, type PreviewTokenRepresentation } from './preview-token-representation';

const name = 'admin-preview';

/**
 * Tokens with which the panel shows the configuration widget of one connection. Throws Problem: 404 if that was deleted meanwhile, 401 if
 * the user's session has ended. Throws LimitReached if the connection has as many tokens as it may have.
 */
@Injectable()
export class PreviewTokens {
  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: AdminApiConfiguration,
  ) {}

  async issue({ id: createdBy, sessionId, origin }: SignedInUser, connectionId: string, expiresAt: Date): Promise<IssuedPreviewToken> {
    return this.dataSource.transaction(async (manager) => {
      const connection = await lockConnection(manager, connectionId);
      if (!connection) throw noSuchConnection();
      if (!(await holdSession(manager, sessionId))) throw unknownSession();
      const { connectionMaxTokens: maxTokens, sessionLimits } = this.configuration;
      const session = { sessionId, sessionIdleMinutes: sessionLimits.idleMinutes };
      const issued = await issueAccessToken(manager, connectionId, name, { expiresAt, createdBy, ...session, maxTokens });
      const shown = presentPreviewToken(issued);
      const after = { connection_id: connection.id, expires_at: shown.expires_at };
      const object = { type: 'preview_token', id: issued.id } as const;
      await recordAudit(manager, { ...origin, action: 'preview_token.create', object, tenantId: connection.tenantId, after });
      return { ...shown, token: issued.plaintext.reveal() };
    });
  }

  /** The valid ones, of all users, newest first. */
  async list(connectionId: string, input: PageInput): Promise<Page<PreviewTokenRepresentation>> {
    return pageById(
      'preview-tokens',
      input,
      (place) => listAccessTokens(this.dataSource.manager, { connectionId, name, ...place }),
      (tokens) => tokens.map(presentPreviewToken),
    );
  }

  async revoke({ origin }: SignedInUser, connectionId: string, id: string): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const connection = await lockConnection(manager, connectionId);
      if (!connection) throw noSuchConnection();
      if (!(await revokeAccessToken(manager, { connectionId, name, id }))) throw noSuch('preview token');
      const object = { type: 'preview_token', id } as const;
      const before = { connection_id: connection.id };
      await recordAudit(manager, { ...origin, action: 'preview_token.revoke', object, tenantId: connection.tenantId, before });
    });
  }
}
