import { setTimeout as sleep } from 'node:timers/promises';
import type { StorableChange } from '@sync/integration-contract';
import type { RecordOf, SystemCapability } from '@sync/records';
import { v7 as timeOrderedId } from 'uuid';
import type { ChangeOutcome } from '../record-changes';
import type { FeedRecord } from '../feed-page';
import { StoreDatabase } from './store-database';

export interface Webhook {
  taskId: string;
  receivedAt: Date;
  change: StorableChange;
}

/** The fields of a record modified in that minute. */
export const modified = (minute: number) => ({ modifiedAt: `2026-03-02T10:${String(minute).padStart(2, '0')}:00Z` });

/** Sets up a test file: a database, a connection per test, and helpers that apply webhooks and exports. */
export function describedRecordChanges() {
  let database: StoreDatabase;
  let connectionId: string;

  const anotherConnection = async (): Promise<void> => {
    connectionId = await database.connection();
  };
  beforeAll(async () => {
    database = await StoreDatabase.create();
  });
  afterAll(() => database.stop());
  beforeEach(anotherConnection);

  /** Task ids in order of receipt, like those of the ingress. */
  const received = (change: StorableChange): Webhook => ({ taskId: timeOrderedId(), receivedAt: new Date(), change });
  const upsert = (record: RecordOf['orders'], kind: 'upsert' | 'restore' = 'upsert') => received({ kind, capability: 'orders', record });
  const deletion = (sourceId: string, capability: SystemCapability = 'orders') => received({ kind: 'delete', capability, sourceId });
  const apply = (webhook: Webhook, systemConnectionId = connectionId): Promise<ChangeOutcome> =>
    database.store.applyChange({ systemConnectionId, shopId: systemConnectionId, ...webhook });
  const applyAll = async (webhooks: Webhook[]): Promise<ChangeOutcome[]> => {
    const outcomes: ChangeOutcome[] = [];
    for (const webhook of webhooks) outcomes.push(await apply(webhook));
    return outcomes;
  };
  const feed = (capability: SystemCapability = 'orders'): Promise<FeedRecord[]> => database.feed(capability, [connectionId]);
  const exportPage = (record: RecordOf['orders'], exportBegan?: Date) =>
    database.store.writePage({
      shopId: connectionId,
      capability: 'orders',
      records: [record],
      firstExport: false,
      exportBegan,
    });
  /** The database's clock, strictly between what came before and what follows: times are compared by the millisecond. */
  const now = async (): Promise<Date> => {
    await sleep(5);
    const [row] = await database.rows<{ now: Date }>('select clock_timestamp() as now');
    await sleep(5);
    return row?.now ?? new Date();
  };

  return {
    database: () => database,
    connectionId: () => connectionId,
    anotherConnection,
    received,
    upsert,
    deletion,
    apply,
    applyAll,
    feed,
    exportPage,
    now,
  };
}
