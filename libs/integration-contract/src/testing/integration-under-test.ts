import type { SystemCapability } from '@sync/records';
import type { Integration } from '../integration';
import type { IntegrationConnection } from '../integration-connection';
import type { WebhookPayload } from '../webhook';

/** A fault: a fixed response, or a connection dropped before (`reset`) or in the middle of (`cut`) the response. */
export type SpoiledResponse = { status: number; headers?: Record<string, string>; body: string } | 'reset' | 'cut';

export interface ChangedRecord {
  sourceId: string;
  /** The shop's modification time, ISO 8601 UTC. */
  modifiedAt: string;
}

export interface SentWebhook {
  payload: WebhookPayload;
  capability: SystemCapability;
  sourceId: string;
}

/** A running shop and the integration under test. */
export interface ShopUnderTest {
  /** Without a circuit breaker, because the checks make the shop fail on purpose. */
  readonly integration: Integration;
  readonly connection: IntegrationConnection;
  /** The same shop with invalid credentials. */
  readonly refusedConnection: IntegrationConnection;
  /** Source ids of all listed records, in any order. */
  ids(capability: SystemCapability): readonly string[] | Promise<readonly string[]>;
  /** Number of requests received so far. */
  requests(): number | Promise<number>;
  /** Modifies a listed record, so that it is the most recently modified one. */
  change(capability: SystemCapability): ChangedRecord | Promise<ChangedRecord>;
  /** Every later request gets this response; null: normal responses again. */
  spoil(response: SpoiledResponse | null): void | Promise<void>;
  /** Makes the shop unreachable. */
  vanish(): Promise<void>;
  /** A webhook about one of the shop's records. Required for platforms that handle webhooks. */
  webhook?(capability: SystemCapability, event: 'updated' | 'deleted'): SentWebhook | Promise<SentWebhook>;
  /** Stops the shop and releases the integration's resources; also after `vanish`. */
  stop(): Promise<void>;
}

/** What a platform author gives the contract kit. */
export interface IntegrationUnderTest {
  /** Page size of the bulk export. */
  readonly perPage: number;
  /** Whether the platform implements the probe and page ranges. False: the contract's defaults apply. */
  readonly hasPageRanges: boolean;
  /** Whether its probe and pages report their `list`, so that a run can detect drift. Default: false. */
  readonly reportsLists?: boolean;
  /** False: the contract's default applies, which throws not implemented. */
  readonly handlesWebhooks: boolean;
  /** A platform may filter in memory, or ignore `modifiedAfter` and fetch everything. */
  readonly modifiedAfter: 'filtered' | 'ignored';
  /** Whether it has lists of ids (`content: 'ids'`) and reads records by them. Default: false. */
  readonly listsIds?: boolean;
  /** Whether its probe lists all rows: it knows their keys, and for a delta the pages that hold changed rows. Default: false. */
  readonly probesRows?: boolean;
  /** Starts a new shop with this many records of each capability. */
  start(size: { records: number }): Promise<ShopUnderTest>;
}

/** One rule of the contract. `check` rejects if the integration breaks it. */
export interface ContractCheck {
  readonly title: string;
  /** Default: the rule applies to every platform. */
  readonly appliesTo?: (subject: IntegrationUnderTest) => boolean;
  readonly check: (subject: IntegrationUnderTest) => Promise<void>;
}
