import type { Secret, SystemDriver } from '@sync/records';

/** With it a response takes too long for any export. */
export const maxTimeoutFactor = 4;

/** What an integration may know about a connection. It may be unsaved: registration verifies credentials before anything is stored. */
export interface IntegrationConnection {
  readonly id: string;
  /** True: nothing is stored of it, and its id leads nowhere. */
  readonly isUnsaved?: boolean;
  /** Null or absent while no tenant owns it. */
  readonly tenantId?: string | null;
  readonly driver: SystemDriver;
  /** The shop's root address, normalised; it may end in a REST path. */
  readonly baseUrl: string;
  readonly credentials: Secret<Readonly<Record<string, unknown>>>;
  /** How many times the usual time a response to an export may take: 1, 2 or 4. A shop that was too slow gets more. Default: 1. */
  readonly timeoutFactor?: number;
}
