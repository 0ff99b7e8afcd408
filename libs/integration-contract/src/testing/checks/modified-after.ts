import { exportOf, idsOf, pageRange, stream, withEachCapability } from '../exercises';
import type { ContractCheck, IntegrationUnderTest } from '../integration-under-test';

const filtered = ({ modifiedAfter }: IntegrationUnderTest): boolean => modifiedAfter === 'filtered';

const later = (instant: string, milliseconds: number): string => new Date(Date.parse(instant) + milliseconds).toISOString();

export const modifiedAfterChecks: ContractCheck[] = [
  {
    title: 'modifiedAfter null means a full fetch',
    check: (subject) =>
      withEachCapability(subject, subject.perPage + 1, async (shop, capability) => {
        await shop.change(capability);
        expect(idsOf(await stream(shop, capability, null)).sort()).toEqual([...(await shop.ids(capability))].sort());
      }),
  },
  {
    title: 'When modifiedAfter is set, only records modified after this instant are returned',
    appliesTo: filtered,
    check: (subject) =>
      withEachCapability(subject, subject.perPage + 1, async (shop, capability) => {
        const { sourceId, modifiedAt } = await shop.change(capability);
        expect(idsOf(await stream(shop, capability, later(modifiedAt, -1000)))).toEqual([sourceId]);
        expect(idsOf(await stream(shop, capability, modifiedAt))).toEqual([]);
        expect(idsOf(await stream(shop, capability, later(modifiedAt, 86_400_000)))).toEqual([]);
      }),
  },
  {
    title: 'modifiedAfter counts for the pages that the probe tells as well',
    appliesTo: (subject) => filtered(subject) && subject.hasPageRanges,
    check: (subject) =>
      withEachCapability(subject, subject.perPage + 1, async (shop, capability) => {
        const { sourceId, modifiedAt } = await shop.change(capability);
        const request = exportOf(shop, capability, later(modifiedAt, -1000));
        const { totalPages, perPage } = await shop.integration.probeBulkExport(shop.connection, request);
        expect(idsOf(await pageRange(shop, request, [1, totalPages], perPage))).toEqual([sourceId]);
      }),
  },
  {
    title: 'A platform that ignores modifiedAfter fetches everything',
    appliesTo: (subject) => !filtered(subject),
    check: (subject) =>
      withEachCapability(subject, subject.perPage + 1, async (shop, capability) => {
        const { modifiedAt } = await shop.change(capability);
        expect(idsOf(await stream(shop, capability, modifiedAt)).sort()).toEqual([...(await shop.ids(capability))].sort());
      }),
  },
];
