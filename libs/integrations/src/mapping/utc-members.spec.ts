import { DemoShopA, DemoShopB } from '@sync/demo-shops';
import { systemCapabilities, type AnyRecord, type OrderData, type SystemCapability } from '@sync/records';
import { mappings } from '../commerce-a/mappings';
import { shopUnderTest as shopAUnderTest } from '../commerce-a/testing/shop-under-test';
import { shopUnderTest as shopBUnderTest } from '../commerce-b/testing/shop-under-test';
import { recordedRows } from '../testing/replaying-shop';
import { UnmappableRow, type PlatformRow } from './platform-values';

const size = { customers: 120, products: 120, orders: 120 };

type ShopUnderTest = ReturnType<typeof shopAUnderTest>;

async function exported({ integration, connection }: ShopUnderTest, capability: SystemCapability): Promise<AnyRecord[]> {
  const records: AnyRecord[] = [];
  const request = { capability, systemConnectionId: connection.id, modifiedAfter: null };
  await integration.streamBulkExport(connection, request, async (batch) => {
    records.push(...batch.records);
  });
  return records;
}

/** The platform's own UTC times, which carry no Z. */
const gmt = (value: unknown): string | null => (typeof value === 'string' ? `${value}Z` : null);

function expectTwins(record: AnyRecord, row: PlatformRow): void {
  const created = gmt(row.date_created_gmt);
  expect([record.createdAtUtc, record.updatedAtUtc]).toEqual([created, gmt(row.date_modified_gmt) ?? created]);
  if ('datePaid' in record) expect(record.datePaidUtc).toBe(gmt(row.date_paid_gmt));
}

describe('UTC members', () => {
  it("of every record of commerce_a's demo shop are its own times in UTC", async () => {
    const shop = await DemoShopA.start(size);
    const subject = shopAUnderTest(shop);
    try {
      for (const capability of systemCapabilities) {
        const records = await exported(subject, capability);
        expect(records).toHaveLength(120);
        for (const record of records) expectTwins(record, shop.record(capability, Number(record.sourceId)));
      }
    } finally {
      await subject.stop();
    }
  });

  it.each(['customers-page-001', 'orders-page-001', 'products-page-001'])(
    'of every recorded row of %s are its own times in UTC',
    (page) => {
      const map = mappings[page.split('-')[0] as SystemCapability];
      const rows = recordedRows(page);
      expect(rows.length).toBeGreaterThan(5);
      for (const row of rows) {
        const record: AnyRecord | UnmappableRow = map(row);
        if (!(record instanceof UnmappableRow)) expectTwins(record, row);
      }
    },
  );

  it("of every record of commerce_b's demo shop read as the shop's local time on a clock in its zone", async () => {
    const timeZone = 'Europe/Berlin';
    const shop = await DemoShopB.start({ ...size, timeZone });
    const subject = shopBUnderTest(shop);
    const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    const shown = (utc: string | null) => (utc === null ? null : clock.format(new Date(utc)).replace(' ', 'T'));
    const local = (time: string | null) => time?.slice(0, 19) ?? null;
    try {
      for (const capability of systemCapabilities) {
        const records = await exported(subject, capability);
        expect(records).toHaveLength(120);
        for (const record of records) {
          const { datePaid = null, datePaidUtc = null } = record as Partial<OrderData>;
          const given = [record.createdAt, record.updatedAt, datePaid].map(local);
          expect([record.createdAtUtc, record.updatedAtUtc, datePaidUtc].map(shown)).toEqual(given);
        }
      }
    } finally {
      await subject.stop();
    }
  });
});
