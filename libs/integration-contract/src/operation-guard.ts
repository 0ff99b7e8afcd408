import type { IntegrationConnection } from './integration-connection';

export type OperationKind = 'verify' | 'bulk' | 'webhook';

/** Stands between callers and a platform: lets an operation through or refuses it with CircuitOpenException. */
export interface OperationGuard {
  /**
   * `operation` rejects with IntegrationRequestException when the platform failed, and with anything else when the
   * caller did. It may call `proveAlive` as soon as the platform has answered well, long before it ends.
   */
  run<T>(connection: IntegrationConnection, kind: OperationKind, operation: (proveAlive: () => void) => Promise<T>): Promise<T>;
}

/** Lets everything through: for connections that are not stored yet, which share nothing with any other. */
export const unguarded: OperationGuard = { run: (_connection, _kind, operation) => operation(() => undefined) };
