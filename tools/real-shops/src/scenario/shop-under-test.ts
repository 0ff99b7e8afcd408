import type { ExpectedRecords } from '../comparison/compare-records';
import type { Front } from '../host/front';
import type { RaisedShop } from '../host/raised-host';
import type { Capability } from '../service/service';
import type { RequestLog } from './request-log';

/** A raised shop with what its owner and its fate do to it. */
export interface ShopUnderTest {
  readonly shop: RaisedShop;
  readonly log: RequestLog;
  /** Null: the plan has no faults. */
  readonly front: Front | null;
  /** Custom attributes that no independent source shows. */
  readonly unchecked: ReadonlySet<string>;
  /** Fields that the platform changes without the modification date: only a full sync brings them. */
  readonly undated: RegExp | null;
  /** What the service should serve now. */
  expected(type: Capability): Promise<ExpectedRecords>;
  /** After the handshake, for example to create webhooks. */
  linked(connectionId: string, serviceUrl: string): Promise<void>;
  /** Changes one order. */
  changeOne(): Promise<void>;
  /** Creates, changes and deletes a record of each type, and delivers the webhooks. Returns the number of changes. */
  churn(round: number): Promise<number>;
  /** Creates, changes and deletes so that each change has a webhook. Absent for a platform without webhooks. Returns the number of changes. */
  changeWithWebhooks?(): Promise<number>;
  /** The key that the service uses does not work, or works again. */
  refuseKey(isRefused: boolean): Promise<void>;
  /** The key may not read orders, or may again. */
  restrictKey(isRestricted: boolean): Promise<void>;
  /** Addresses without the names of pages, or with them. Absent for a platform that needs none. */
  plainAddresses?(isPlain: boolean): Promise<void>;
  /** The owner closes the interface for maintenance, or opens it again. */
  maintain(isClosed: boolean): Promise<void>;
}
