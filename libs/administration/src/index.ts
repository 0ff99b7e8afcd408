export { eachAuditRow, readAuditLog, type AuditFilters, type AuditRow } from './audit-log/read-audit-log';
export { countSealedValues, rotateKeys, type KeyRotation } from './keys/rotate-keys';
export { changeOwnPassword } from './passwords/change-own-password';
export { firstPasswordDays } from './passwords/first-password-days';
export { passwordLength } from './passwords/refuse-password';
export { resetPassword } from './passwords/reset-password';
export { AdministrationRefused, SignInRefused, TooManyAttempts } from './refusals';
export { endAllSessions, endSession } from './sessions/end-sessions';
export {
  findSession,
  holdSession,
  listSessions,
  sessionKinds,
  type Session,
  type SessionKind,
  type SessionLimits,
  type SignedIn,
} from './sessions/session';
export type { NewSession } from './sessions/begin-session';
export { Reauthentication, type OwnProof } from './sign-in/reauthentication';
export { OidcProvider, OidcUnavailable, type OidcChecks, type OidcSettings } from './sign-in/oidc-provider';
export { signInWithOidc } from './sign-in/sign-in-with-oidc';
export { SignIn } from './sign-in/sign-in';
export { undoOwnOidcLink } from './sign-in/undo-own-oidc-link';
export { SecondFactor } from './totp/second-factor';
export { changeUser, deleteUser, type UserChanges } from './users/change-user';
export { createUser, ensureFirstAdministrator, loginShape } from './users/create-user';
export { dutyOf, type Duty } from './users/duty';
export { findUserByLogin, listUsers, oidcLinks, roles, showUser, type OidcLink, type Role, type User } from './users/user';
