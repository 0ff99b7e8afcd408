export { auditEntriesNaming, eraseFromAuditLog } from './audit/named-entries';
export { recordAudit, type AuditEntry, type AuditOrigin, type AuditedObject } from './audit/record-audit';
export { createDataSource } from './data-source';
export { AccessToken, accessTokenNames, type AccessTokenName, type SessionName } from './tokens/access-token.entity';
export {
  issueAccessToken,
  endOfAccessToken,
  issueFirstAccessToken,
  issueWidgetSession,
  listAccessTokens,
  replaceAccessTokens,
  replaceEveryAccessToken,
  revokeAccessToken,
  revokeAccessTokensOf,
  rotateAccessToken,
  type IssuedAccessToken,
  type NewAccessToken,
} from './tokens/access-tokens';
export { ConnectionToken } from './tokens/connection-token.entity';
export {
  findFailedAttempt,
  insertExpiring,
  recordFailedAttempt,
  replaceConnectionToken,
  type FailedAttempt,
} from './tokens/connection-tokens';
export { deleteExpiredAccessTokens, deleteOldConnectionTokens, removeAccess } from './tokens/delete-tokens';
export { hashToken, issueToken, looksLikeToken, type IssuedToken, type TokenKind } from './tokens/token';
export { TokenHolders, type TokenHolder } from './tokens/token-holder';
export { countTokens } from './tokens/token-metrics';
export { sessionKinds, SignInFailure, UserAddress, UserSession, type SessionKind, type SignInMethod } from './users/sign-ins.entity';
export { roles, UserAccount, UserSystem, UserTenant, type Role } from './users/user-account.entity';
