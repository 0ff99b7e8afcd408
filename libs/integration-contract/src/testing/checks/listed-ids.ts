import type { SystemCapability } from '@sync/records';
import type { ExportBatch, ExportRequest } from '../../export-request';
import { exportOf, idsOf, pageRange, severalPages, stream, withEachCapability } from '../exercises';
import type { ContractCheck, IntegrationUnderTest, ShopUnderTest } from '../integration-under-test';

const listsIds = ({ listsIds: lists, hasPageRanges }: IntegrationUnderTest): boolean => lists === true && hasPageRanges;
const probesRows = ({ probesRows: probes, hasPageRanges }: IntegrationUnderTest): boolean => probes === true && hasPageRanges;

const idListOf = (shop: ShopUnderTest, capability: SystemCapability): ExportRequest => ({
  ...exportOf(shop, capability),
  content: 'ids',
});

const keysOf = (batches: readonly ExportBatch[]): string[] => batches.flatMap(({ list }) => list?.rows.map(({ key }) => key) ?? []);

const earlier = (instant: string): string => new Date(Date.parse(instant) - 1_000).toISOString();

const idLists: ContractCheck[] = [
  {
    title: 'a list of ids has the keys of a full export and no records',
    appliesTo: listsIds,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const { totalPages, perPage } = await shop.integration.probeBulkExport(shop.connection, idListOf(shop, capability));
        const batches = await pageRange(shop, idListOf(shop, capability), [1, totalPages], perPage);
        expect(batches.flatMap(({ records, skipped }) => [...records, ...skipped])).toEqual([]);
        expect(keysOf(batches).sort()).toEqual(idsOf(await stream(shop, capability)).sort());
      }),
  },
  {
    title: 'a list of ids can be resumed at each of its pages',
    appliesTo: listsIds,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const fetch = (first: number, last: number) => pageRange(shop, idListOf(shop, capability), [first, last], subject.perPage);
        const whole = await fetch(1, severalPages(subject).pages);
        for (const batch of whole) expect(await fetch(batch.page, batch.page)).toEqual([batch]);
        expect(new Set(keysOf(whole)).size).toBe(severalPages(subject).records);
      }),
  },
  {
    title: 'fetchRecords returns what an export returns and leaves out ids that the shop does not have',
    appliesTo: listsIds,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const exported = (await stream(shop, capability)).flatMap(({ records }) => records).slice(0, 90);
        const ids = exported.map(({ sourceId }) => sourceId);
        const wanted = [...ids, ...ids.slice(0, 2), '99999999', 'no id', ''];
        const { records, skipped } = await shop.integration.fetchRecords(shop.connection, capability, wanted);
        const byId = (one: { sourceId: string }, other: { sourceId: string }) => one.sourceId.localeCompare(other.sourceId);
        expect([...records].sort(byId)).toEqual([...exported].sort(byId));
        expect(skipped).toEqual([]);
      }),
  },
];

const probedRows: ContractCheck[] = [
  {
    title: 'the keys of a probe are those of a full export, whatever modifiedAfter says',
    appliesTo: probesRows,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        for (const modifiedAfter of [null, '2999-01-01T00:00:00Z']) {
          const { keys } = await shop.integration.probeBulkExport(shop.connection, exportOf(shop, capability, modifiedAfter));
          expect([...(keys ?? [])].sort()).toEqual([...(await shop.ids(capability))].sort());
        }
      }),
  },
  {
    title: 'the rows that a probe names are those that changed',
    appliesTo: probesRows,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const { sourceId, modifiedAt } = await shop.change(capability);
        const request = exportOf(shop, capability, earlier(modifiedAt));
        const { sourceIds = [], perPage } = await shop.integration.probeBulkExport(shop.connection, request);
        expect(sourceIds).toEqual([sourceId]);
        expect(idsOf(await pageRange(shop, { ...request, sourceIds }, [1, 1], perPage))).toEqual([sourceId]);
        const later = exportOf(shop, capability, '2999-01-01T00:00:00Z');
        expect(await shop.integration.probeBulkExport(shop.connection, later)).toMatchObject({ totalPages: 0, sourceIds: [] });
      }),
  },
  {
    title: 'named rows come page by page, without those that the shop does not have',
    appliesTo: probesRows,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const [one = '', two = '', three = ''] = await shop.ids(capability);
        const request = { ...exportOf(shop, capability), sourceIds: [one, two, '99999999', three] };
        const batches = await pageRange(shop, request, [4, 5], 2);
        expect(batches.map((batch) => [batch.page, ...idsOf([batch]).sort()])).toEqual([
          [4, ...[one, two].sort()],
          [5, three],
        ]);
      }),
  },
];

/** Lists of ids, reading by them, and what a probe knows of the rows. */
export const listedIdChecks: ContractCheck[] = [...idLists, ...probedRows];
