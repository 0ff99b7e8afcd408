import { idsOf, later, ofEachCapability } from '../exercises';
import type { ContractCheck, IntegrationUnderTest } from '../integration-under-test';

const filtered = ({ modifiedAfter }: IntegrationUnderTest): boolean => modifiedAfter === 'filtered';
/** A full page and a row. */
const records = ({ perPage }: IntegrationUnderTest): number[] => [perPage + 1];

export const modifiedAfterChecks: ContractCheck[] = [
  ofEachCapability('modifiedAfter null fetches everything', { records }, async (exercise) => {
    await exercise.shop.change(exercise.capability);
    expect(idsOf(await exercise.stream(null)).sort()).toEqual(await exercise.ids());
  }),

  ofEachCapability('modifiedAfter returns only records modified after the instant', { appliesTo: filtered, records }, async (exercise) => {
    const { sourceId, modifiedAt } = await exercise.shop.change(exercise.capability);
    expect(idsOf(await exercise.stream(later(modifiedAt, -1000)))).toEqual([sourceId]);
    expect(idsOf(await exercise.stream(modifiedAt))).toEqual([]);
    expect(idsOf(await exercise.stream(later(modifiedAt, 86_400_000)))).toEqual([]);
  }),

  ofEachCapability(
    'modifiedAfter applies to probed page ranges',
    { appliesTo: (subject) => filtered(subject) && subject.hasPageRanges, records },
    async (exercise) => {
      const { sourceId, modifiedAt } = await exercise.shop.change(exercise.capability);
      const request = exercise.request(later(modifiedAt, -1000));
      const { totalPages, perPage } = await exercise.probe(request);
      expect(idsOf(await exercise.range(1, totalPages, request, perPage))).toEqual([sourceId]);
    },
  ),

  ofEachCapability(
    'a platform that does not filter by modifiedAfter fetches everything',
    { appliesTo: (subject) => !filtered(subject), records },
    async (exercise) => {
      const { modifiedAt } = await exercise.shop.change(exercise.capability);
      expect(idsOf(await exercise.stream(modifiedAt)).sort()).toEqual(await exercise.ids());
    },
  ),
];
