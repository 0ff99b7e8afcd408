import type { Secret, SystemDriver } from '@sync/records';

/** What an integration may know of a SystemConnection. It may be unsaved: register verifies credentials before anything is stored. */
export interface IntegrationConnection {
  readonly id: string;
  readonly driver: SystemDriver;
  /** Root address of the shop's installation, normalised; it may end in a REST path. */
  readonly baseUrl: string;
  readonly credentials: Secret<Readonly<Record<string, unknown>>>;
}
