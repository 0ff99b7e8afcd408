import { sharedExamples } from '@sync/http-api';
import type { AuditEntryRepresentation } from '../audit-log/audit-log-input';
import type { Me } from '../me/me-input';
import type { BegunSession, SessionRepresentation } from '../sessions/session-representation';
import type { UserRepresentation } from '../users/user-representation';

const { ids } = sharedExamples;
const userId = '01981c40-2b7e-7d11-8e02-3f9a5c7d1b05';
const sessionId = '01981c41-6c3a-7b92-9d4f-0a8e2c6b7d06';
const systemId = '01981c10-1a2b-7c3d-8e4f-5a6b7c8d9e07';
const token = 'sas_H5vKq2Xw8ZtRn4Ls7YbJd3Mc9PfGa6Ue1Oi0WxTyQkV';
const generated = 'k7mw-9dpx-c4ht-wq3f-b8zn';

export const signIn = { login: 'ada@example.com', password: 'correct horse battery', code: '287082', kind: 'bearer' };
export const begunSession: BegunSession = {
  id: sessionId,
  user_id: userId,
  kind: 'bearer',
  token,
  expires_at: '2026-01-06T00:00:00.000Z',
};

const session: SessionRepresentation = {
  id: sessionId,
  kind: 'bearer',
  address: '192.0.2.1',
  user_agent: 'curl/8.9.0',
  is_current: true,
  created_at: '2026-01-05T12:00:00.000Z',
  last_used_at: '2026-01-05T12:10:00.000Z',
  expires_at: '2026-01-06T00:00:00.000Z',
};
export const sessions = { data: [session], next_cursor: null };
export const endedSessions = { ended: 2 };

export const user: UserRepresentation = {
  id: userId,
  login: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'support',
  accessible_tenant_ids: [ids.tenant],
  supported_system_ids: [systemId],
  must_change_password: false,
  has_totp: true,
  oidc_link: 'open',
  disabled: false,
  last_sign_in_at: '2026-01-05T12:00:00.000Z',
  created_at: '2026-01-02T09:00:00.000Z',
  updated_at: '2026-01-05T12:00:00.000Z',
};
export const me: Me = { ...user, has_password: true, duty: null };
export const userList = { data: [user], next_cursor: null };
export const newUser = {
  login: 'ada@example.com',
  name: 'Ada Lovelace',
  role: 'support',
  accessible_tenant_ids: [ids.tenant],
  supported_system_ids: [systemId],
};
export const createdUser = { ...user, must_change_password: true, has_totp: false, last_sign_in_at: null, password: generated };
export const userChange = { disabled: true };
export const changedUser: UserRepresentation = { ...user, disabled: true };
export const ownProof = { own_password: 'correct horse battery', own_code: '287082' };
export const passwordReset = { remove_totp: true, ...ownProof };
export const generatedPassword = { password: generated };

export const passwordChange = { current_password: generated, new_password: 'correct horse battery' };
export const begunTotp = {
  secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
  otpauth_url:
    'otpauth://totp/Connection%20Sync:ada%40example.com?issuer=Connection%20Sync&secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&algorithm=SHA1&digits=6&period=30',
};
export const ownPassword = { own_password: 'correct horse battery' };
export const totpCode = { code: '287082' };
export const totpRemoval = { password: 'correct horse battery', code: '081804' };

export const auditEntry: AuditEntryRepresentation = {
  id: '01981c42-0d5b-7e63-a1c8-7b2f4d9e6a08',
  at: '2026-01-05T12:15:00.000Z',
  actor: `administrator:${userId}`,
  actor_login: 'ada@example.com',
  action: 'user.change',
  object_type: 'user',
  object_id: userId,
  tenant_id: null,
  before: { disabled: false },
  after: { disabled: true },
  reason: null,
  request_id: '01981c42-0d5a-7b14-9f37-2c8d6e1a5b09',
  address: '192.0.2.1',
};
export const auditEntries = { data: [auditEntry], next_cursor: null };
