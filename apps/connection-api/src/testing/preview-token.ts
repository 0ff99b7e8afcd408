import { issueAccessToken } from '@sync/identity';
import { v7 as uuidv7 } from 'uuid';
import type { ConnectionApiUnderTest } from './connection-api-under-test';

export interface PreviewToken {
  id: string;
  token: string;
  createdBy: string;
  sessionId: string;
}

/** What the admin API issues to a user who has signed in. */
export async function issuePreviewToken(
  api: ConnectionApiUnderTest,
  connectionId: string,
  expiresAt = new Date(Date.now() + 3_600_000),
): Promise<PreviewToken> {
  const [createdBy, sessionId] = [uuidv7(), uuidv7()];
  await api.query(`insert into users (id, login, name, role) values ($1, $1::uuid::text, 'A person', 'support')`, [createdBy]);
  await api.query(
    `insert into user_sessions (id, user_id, token_hash, kind, address, expires_at)
     values ($1, $2, sha256($1::uuid::text::bytea), 'cookie', '192.0.2.1', now() + interval '12 hours')`,
    [sessionId, createdBy],
  );
  const origin = { createdBy, sessionId, sessionIdleMinutes: 30, expiresAt };
  const issued = await api.database.dataSource.transaction((manager) => issueAccessToken(manager, connectionId, 'admin-preview', origin));
  return { id: issued.id, token: issued.plaintext.reveal(), createdBy, sessionId };
}
