import { systemCapabilities, type SystemCapability } from '@sync/records';
import { exportOf, idsOf, pageRange, stream, withEachCapability, withShop } from '../exercises';
import type { ContractCheck, IntegrationUnderTest, ShopUnderTest } from '../integration-under-test';

const filtered = ({ modifiedAfter }: IntegrationUnderTest): boolean => modifiedAfter === 'filtered';

function unfilteredOf({ modifiedAfter, unfiltered = [] }: IntegrationUnderTest): readonly SystemCapability[] {
  return modifiedAfter === 'filtered' ? unfiltered : systemCapabilities;
}

/** Each capability that is filtered, or each that is not, in a shop with a full page and a row. */
function withEach(
  subject: IntegrationUnderTest,
  isFiltered: boolean,
  use: (shop: ShopUnderTest, capability: SystemCapability) => Promise<void>,
): Promise<void> {
  const chosen = systemCapabilities.filter((capability) => unfilteredOf(subject).includes(capability) !== isFiltered);
  return withShop(subject, subject.perPage + 1, async (shop) => {
    for (const capability of chosen) await use(shop, capability);
  });
}

const later = (instant: string, milliseconds: number): string => new Date(Date.parse(instant) + milliseconds).toISOString();

export const modifiedAfterChecks: ContractCheck[] = [
  {
    title: 'modifiedAfter null fetches everything',
    check: (subject) =>
      withEachCapability(subject, subject.perPage + 1, async (shop, capability) => {
        await shop.change(capability);
        expect(idsOf(await stream(shop, capability, null)).sort()).toEqual([...(await shop.ids(capability))].sort());
      }),
  },
  {
    title: 'modifiedAfter returns only records modified after the instant',
    appliesTo: filtered,
    check: (subject) =>
      withEach(subject, true, async (shop, capability) => {
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
      withEach(subject, true, async (shop, capability) => {
        const { sourceId, modifiedAt } = await shop.change(capability);
        const request = exportOf(shop, capability, later(modifiedAt, -1000));
        const { totalPages, perPage } = await shop.integration.probeBulkExport(shop.connection, request);
        expect(idsOf(await pageRange(shop, request, [1, totalPages], perPage))).toEqual([sourceId]);
      }),
  },
  {
    title: 'what a platform does not filter by modifiedAfter is fetched whole',
    appliesTo: (subject) => unfilteredOf(subject).length > 0,
    check: (subject) =>
      withEach(subject, false, async (shop, capability) => {
        const { modifiedAt } = await shop.change(capability);
        expect(idsOf(await stream(shop, capability, modifiedAt)).sort()).toEqual([...(await shop.ids(capability))].sort());
      }),
  },
];
