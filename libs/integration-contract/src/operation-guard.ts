import type { IntegrationConnection } from './integration-connection';

export type OperationKind = 'verify' | 'bulk' | 'webhook';

/** Lets an operation through to the platform or refuses it with CircuitOpenException. */
export interface OperationGuard {
  /**
   * `operation` rejects with IntegrationRequestException if the platform failed, and with anything else if the caller did.
   * It may call `proveAlive` after the first good response, long before it ends.
   */
  run<T>(connection: IntegrationConnection, kind: OperationKind, operation: (proveAlive: () => void) => Promise<T>): Promise<T>;
}

/** Lets everything through. For unsaved connections, which share no state. */
export const unguarded: OperationGuard = { run: (_connection, _kind, operation) => operation(() => undefined) };
