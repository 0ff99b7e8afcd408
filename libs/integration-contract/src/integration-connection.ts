import type { Secret, SystemDriver } from '@sync/records';

/** What an integration may know about a connection. It may be unsaved: registration verifies credentials before anything is stored. */
export interface IntegrationConnection {
  readonly id: string;
  /** Null or absent while no tenant owns it. */
  readonly tenantId?: string | null;
  readonly driver: SystemDriver;
  /** The shop's root address, normalised; it may end in a REST path. */
  readonly baseUrl: string;
  readonly credentials: Secret<Readonly<Record<string, unknown>>>;
}
