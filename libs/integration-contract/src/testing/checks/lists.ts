import type { SystemCapability } from '@sync/records';
import type { ListedRow, ListState } from '../../export-request';
import { exportOf, pageRange, severalPages, withEachCapability } from '../exercises';
import type { ContractCheck, IntegrationUnderTest, ShopUnderTest } from '../integration-under-test';

const reports = ({ hasPageRanges, reportsLists }: IntegrationUnderTest): boolean => hasPageRanges && reportsLists === true;

async function probedList(shop: ShopUnderTest, capability: SystemCapability, modifiedAfter: string | null = null): Promise<ListState> {
  const { list } = await shop.integration.probeBulkExport(shop.connection, exportOf(shop, capability, modifiedAfter));
  if (!list) throw new Error('The probe does not report its list.');
  return list;
}

async function listedRows(subject: IntegrationUnderTest, shop: ShopUnderTest, capability: SystemCapability): Promise<ListedRow[]> {
  const batches = await pageRange(shop, exportOf(shop, capability), [1, severalPages(subject).pages], subject.perPage);
  return batches.flatMap(({ list, rows }) => {
    expect(list?.rows).toHaveLength(rows);
    return list?.rows ?? [];
  });
}

export const listChecks: ContractCheck[] = [
  {
    title: 'the probe and the pages know the length of the list',
    appliesTo: reports,
    check: async (subject) => {
      const { records, pages } = severalPages(subject);
      await withEachCapability(subject, records, async (shop, capability) => {
        expect([records, null]).toContainEqual((await probedList(shop, capability)).total);
        for (const { list } of await pageRange(shop, exportOf(shop, capability), [1, pages], subject.perPage)) {
          expect([records, null]).toContainEqual(list?.total);
          expect([pages, null]).toContainEqual(list?.pages);
        }
      });
    },
  },
  {
    title: 'each row has a unique, stable key',
    appliesTo: reports,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const keys = async () => (await listedRows(subject, shop, capability)).map(({ key }) => key);
        const [once, again] = [await keys(), await keys()];
        expect(new Set(once).size).toBe(severalPages(subject).records);
        expect(again).toEqual(once);
      }),
  },
  {
    title: 'no row present at the probe has a mark above the newest one',
    appliesTo: reports,
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const { newest } = await probedList(shop, capability);
        expect((await listedRows(subject, shop, capability)).filter(({ mark }) => mark > newest)).toEqual([]);
      }),
  },
];
