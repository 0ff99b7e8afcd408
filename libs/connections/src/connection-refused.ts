import type { VerificationFailure, VerificationReason } from '@sync/integration-contract';

/**
 * Why a change of a connection is refused. `gone`: it does not exist (any more); `status`: its status does not allow it; `inactive`: it
 * can only be done while the connection is active; `changed`: another change came in between; `stale`: what the request was based on is
 * no longer stored; `unclaimed`: it belongs to no tenant; `unverified`: the shop did not confirm the credentials; `keys`: the encryption
 * keys of this process do not fit what is stored; `token`: the connection token is not one of this handshake; `exists`: there may be only
 * one, and there is one; `busy`: too many others do the same at this moment.
 */
export type RefusalKind =
  'gone' | 'status' | 'inactive' | 'changed' | 'stale' | 'unclaimed' | 'unverified' | 'keys' | 'token' | 'exists' | 'busy';

/** A change that is refused and has changed nothing. The message is for a person and safe to show. */
export class ConnectionRefused extends Error {
  constructor(
    readonly kind: RefusalKind,
    message: string,
    /** Of `unverified`. */
    readonly failure: VerificationFailure | null = null,
    /** Of `unverified`, only for a plugin with a connection token: a stranger must not learn what is at an address. */
    readonly reason: VerificationReason | null = null,
  ) {
    super(message);
    this.name = 'ConnectionRefused';
  }
}

export function connectionGone(): ConnectionRefused {
  return new ConnectionRefused('gone', 'The connection does not exist.');
}
