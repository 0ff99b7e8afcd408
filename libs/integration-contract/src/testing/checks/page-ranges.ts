import type { SystemCapability } from '@sync/records';
import type { BulkExportProbe, ExportBatch } from '../../export-request';
import { exportOf, idsOf, pageRange, severalPages, stream, withEachCapability } from '../exercises';
import type { ContractCheck, IntegrationUnderTest, ShopUnderTest } from '../integration-under-test';

const ranged = ({ hasPageRanges }: IntegrationUnderTest): boolean => hasPageRanges;
const unranged = ({ hasPageRanges }: IntegrationUnderTest): boolean => !hasPageRanges;

const probeMembers = ['totalPages', 'perPage', 'warnings', 'list', 'pages', 'keys'];

const probeOf = (shop: ShopUnderTest, capability: SystemCapability) =>
  shop.integration.probeBulkExport(shop.connection, exportOf(shop, capability));

const contents = (batches: readonly ExportBatch[]) => batches.map((batch) => ({ page: batch.page, ids: idsOf([batch]) }));

async function requestsOf(shop: ShopUnderTest, operation: () => Promise<unknown>): Promise<number> {
  const before = await shop.requests();
  await operation();
  return (await shop.requests()) - before;
}

/** The newest mark may be the time of the request. */
function withoutMark(probe: BulkExportProbe): object {
  return { ...probe, list: probe.list && { ...probe.list, newest: null } };
}

const probes: ContractCheck[] = [
  {
    title: 'the probe agrees with the fetch on total pages and page size',
    appliesTo: ranged,
    check: async (subject) => {
      const { perPage } = subject;
      for (const records of [1, perPage, perPage + 1, severalPages(subject).records]) {
        await withEachCapability(subject, records, async (shop, capability) => {
          const probe = await probeOf(shop, capability);
          expect(probe).toMatchObject({ totalPages: (await stream(shop, capability)).length, perPage });
          expect(probe.totalPages).toBe(Math.ceil(records / perPage));
        });
      }
    },
  },
  {
    title: 'the probe of an empty collection promises no records',
    appliesTo: ranged,
    check: (subject) =>
      withEachCapability(subject, 0, async (shop, capability) => {
        const { totalPages } = await probeOf(shop, capability);
        expect([0, 1]).toContain(totalPages);
        expect(idsOf(await pageRange(shop, exportOf(shop, capability), [1, Math.max(totalPages, 1)], subject.perPage))).toEqual([]);
      }),
  },
  {
    title: 'the probe returns no records and costs the same for a large shop',
    appliesTo: ranged,
    check: async (subject) => {
      const requests: Record<string, number[]> = {};
      for (const records of [1, severalPages(subject).records]) {
        await withEachCapability(subject, records, async (shop, capability) => {
          const probe = await probeOf(shop, capability);
          expect(Object.keys(probe).filter((name) => !probeMembers.includes(name))).toEqual([]);
          (requests[capability] ??= []).push(await requestsOf(shop, () => probeOf(shop, capability)));
        });
      }
      for (const [capability, [small, large]] of Object.entries(requests))
        expect({ capability, requests: large }).toEqual({ capability, requests: small });
    },
  },
  {
    title: 'the beginning of an export is its probe, and at most the first page of the range fetch',
    appliesTo: () => true,
    check: async (subject) => {
      for (const records of [0, severalPages(subject).records]) {
        await withEachCapability(subject, records, async (shop, capability) => {
          const request = exportOf(shop, capability);
          const { firstPage, ...probe } = await shop.integration.beginBulkExport(shop.connection, request);
          expect(withoutMark(probe)).toEqual(withoutMark(await probeOf(shop, capability)));
          if (!firstPage) return;
          expect([firstPage]).toEqual(await pageRange(shop, request, [1, 1], probe.perPage));
        });
      }
    },
  },
  {
    title: 'the default probe returns totalPages 1 and perPage 0',
    appliesTo: unranged,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        expect(await probeOf(shop, capability)).toEqual({ totalPages: 1, perPage: 0 });
      }),
  },
];

const ranges: ContractCheck[] = [
  {
    title: 'the range fetch returns pages startPage to endPage, with one callback per page',
    appliesTo: ranged,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const streamed = contents(await stream(shop, capability));
        for (const [first, last] of [
          [1, 1],
          [2, 3],
          [3, 3],
          [1, 3],
        ] as const) {
          const batches = await pageRange(shop, exportOf(shop, capability), [first, last], subject.perPage);
          expect(contents(batches)).toEqual(streamed.slice(first - 1, last));
        }
      }),
  },
  {
    title: 'concurrent page ranges return every record once',
    appliesTo: ranged,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const parts = (
          [
            [1, 2],
            [3, 3],
          ] as const
        ).map((part) => pageRange(shop, exportOf(shop, capability), part, subject.perPage));
        expect(idsOf((await Promise.all(parts)).flat()).sort()).toEqual([...(await shop.ids(capability))].sort());
      }),
  },
  {
    title: 'a page range beyond the end is empty and does not fail',
    appliesTo: ranged,
    check: (subject) =>
      withEachCapability(subject, 1, async (shop, capability) => {
        expect(idsOf(await pageRange(shop, exportOf(shop, capability), [2, 4], subject.perPage))).toEqual([]);
      }),
  },
  {
    title: 'the default range fetch ignores the range and fetches all pages',
    appliesTo: unranged,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const batches = await pageRange(shop, exportOf(shop, capability), [7, 9], 1);
        expect(contents(batches)).toEqual(contents(await stream(shop, capability)));
        expect(batches.length).toBeGreaterThan(1);
      }),
  },
];

export const pageRangeChecks = [...probes, ...ranges];
