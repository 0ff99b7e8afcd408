import type { SystemCapability } from '@sync/records';
import type { Integration } from '../integration';
import type { IntegrationConnection } from '../integration-connection';
import type { WebhookPayload } from '../webhook';

/** What the shop does in place of answering truly: an answer, a connection cut before any (`reset`) or in the middle of one (`cut`). */
export type SpoiledAnswer = { status: number; headers?: Record<string, string>; body: string } | 'reset' | 'cut';

export interface ChangedRecord {
  sourceId: string;
  /** When the shop says that it was modified: ISO 8601 UTC. */
  modifiedAt: string;
}

export interface SentWebhook {
  payload: WebhookPayload;
  capability: SystemCapability;
  sourceId: string;
}

/** A running shop with the integration that is under test. What is asked of it may be answered at once or later. */
export interface ShopUnderTest {
  /** As callers get it, without a circuit breaker: the checks make the shop fail on purpose. */
  readonly integration: Integration;
  readonly connection: IntegrationConnection;
  /** The same shop with credentials that it refuses. */
  readonly refusedConnection: IntegrationConnection;
  /** Source ids of everything that the shop lists now, in any order. */
  ids(capability: SystemCapability): readonly string[] | Promise<readonly string[]>;
  /** Requests that have reached the shop so far. */
  requests(): number | Promise<number>;
  /** Modifies one of the listed records, which counts as modified later than all others. */
  change(capability: SystemCapability): ChangedRecord | Promise<ChangedRecord>;
  /** From now on every request is answered so; null: truly again. */
  spoil(answer: SpoiledAnswer | null): void | Promise<void>;
  /** The shop cannot be reached any more. */
  vanish(): Promise<void>;
  /** A webhook as the shop would send it now of one of its records. Needed by platforms that handle webhooks. */
  webhook?(capability: SystemCapability, event: 'updated' | 'deleted'): SentWebhook | Promise<SentWebhook>;
  /** Ends the shop and frees what the integration holds; also after `vanish`. */
  stop(): Promise<void>;
}

/** What the author of a platform tells the contract test kit. */
export interface IntegrationUnderTest {
  /** Page size of the bulk export. */
  readonly perPage: number;
  /** True: the platform has a probe and page ranges of its own. False: it takes the contract's defaults. */
  readonly hasPageRanges: boolean;
  /** True: its probe and its pages tell where they stand (`list`), so that a run can see that the list moved. Left out: they do not. */
  readonly tellsOfItsLists?: boolean;
  /** False: it takes the contract's default, which is not implemented. */
  readonly handlesWebhooks: boolean;
  /** "May filter in memory, or ignore it and fetch everything." */
  readonly modifiedAfter: 'filtered' | 'ignored';
  /** A shop of its own for each check, with so many records of each capability. */
  start(size: { records: number }): Promise<ShopUnderTest>;
}

/** One sentence of the contract. `check` rejects when the integration does not keep it. */
export interface ContractCheck {
  readonly title: string;
  /** Left out: every platform has to keep it. */
  readonly appliesTo?: (subject: IntegrationUnderTest) => boolean;
  readonly check: (subject: IntegrationUnderTest) => Promise<void>;
}
