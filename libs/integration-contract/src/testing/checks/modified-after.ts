import type { SystemCapability } from '@sync/records';
import { exportOf, idsOf, pageRange, stream, withEachCapability } from '../exercises';
import type { ContractCheck, IntegrationUnderTest, ShopUnderTest } from '../integration-under-test';

const filtered = ({ modifiedAfter }: IntegrationUnderTest): boolean => modifiedAfter === 'filtered';

/** Each capability, in a shop with a full page and a row. */
function withEach(subject: IntegrationUnderTest, use: (shop: ShopUnderTest, capability: SystemCapability) => Promise<void>): Promise<void> {
  return withEachCapability(subject, subject.perPage + 1, use);
}

const later = (instant: string, milliseconds: number): string => new Date(Date.parse(instant) + milliseconds).toISOString();

export const modifiedAfterChecks: ContractCheck[] = [
  {
    title: 'modifiedAfter null fetches everything',
    check: (subject) =>
      withEach(subject, async (shop, capability) => {
        await shop.change(capability);
        expect(idsOf(await stream(shop, capability, null)).sort()).toEqual([...(await shop.ids(capability))].sort());
      }),
  },
  {
    title: 'modifiedAfter returns only records modified after the instant',
    appliesTo: filtered,
    check: (subject) =>
      withEach(subject, async (shop, capability) => {
        const { sourceId, modifiedAt } = await shop.change(capability);
        expect(idsOf(await stream(shop, capability, later(modifiedAt, -1000)))).toEqual([sourceId]);
        expect(idsOf(await stream(shop, capability, modifiedAt))).toEqual([]);
        expect(idsOf(await stream(shop, capability, later(modifiedAt, 86_400_000)))).toEqual([]);
      }),
  },
  {
    title: 'modifiedAfter applies to probed page ranges',
    appliesTo: (subject) => filtered(subject) && subject.hasPageRanges,
    check: (subject) =>
      withEach(subject, async (shop, capability) => {
        const { sourceId, modifiedAt } = await shop.change(capability);
        const request = exportOf(shop, capability, later(modifiedAt, -1000));
        const { totalPages, perPage } = await shop.integration.probeBulkExport(shop.connection, request);
        expect(idsOf(await pageRange(shop, request, [1, totalPages], perPage))).toEqual([sourceId]);
      }),
  },
  {
    title: 'a platform that does not filter by modifiedAfter fetches everything',
    appliesTo: (subject) => !filtered(subject),
    check: (subject) =>
      withEach(subject, async (shop, capability) => {
        const { modifiedAt } = await shop.change(capability);
        expect(idsOf(await stream(shop, capability, modifiedAt)).sort()).toEqual([...(await shop.ids(capability))].sort());
      }),
  },
];
