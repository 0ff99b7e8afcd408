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

/** Remembers for how long the bulk calls to each shop have failed without a break. */
export interface OutageWatch {
  /** A call that took `callMs` failed. True: the shop has failed for longer than is tolerated. */
  failed(connectionId: string, callMs: number): Promise<boolean>;
  /** A call succeeded, which ends the outage. Called with every page. */
  succeeded(connectionId: string): Promise<void>;
}

/** Lets everything through. For unsaved connections, which share no state. */
export const unguarded: OperationGuard = { run: (_connection, _kind, operation) => operation(() => undefined) };
