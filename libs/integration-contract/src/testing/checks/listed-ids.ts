import type { ExportBatch, ExportRequest } from '../../export-request';
import { idsOf, later, ofEachCapability, severalPages, type Exercise } from '../exercises';
import type { ContractCheck, IntegrationUnderTest } from '../integration-under-test';

const lists = { appliesTo: ({ listsIds, hasPageRanges }: IntegrationUnderTest) => listsIds === true && hasPageRanges };
const probes = { appliesTo: ({ probesRows, hasPageRanges }: IntegrationUnderTest) => probesRows === true && hasPageRanges };

const idListOf = (exercise: Exercise): ExportRequest => ({ ...exercise.request(), content: 'ids' });
const keysOf = (batches: readonly ExportBatch[]): string[] => batches.flatMap(({ list }) => list?.rows.map(({ key }) => key) ?? []);
const future = '2999-01-01T00:00:00Z';

/** Lists of ids, reading by them, and what a probe knows of the rows. */
export const listedIdChecks: ContractCheck[] = [
  ofEachCapability('a list of ids has the keys of a full export and no records', lists, async (exercise) => {
    const { totalPages, perPage } = await exercise.probe(idListOf(exercise));
    const batches = await exercise.range(1, totalPages, idListOf(exercise), perPage);
    expect(batches.flatMap(({ records, skipped }) => [...records, ...skipped])).toEqual([]);
    expect(keysOf(batches).sort()).toEqual(idsOf(await exercise.stream()).sort());
  }),

  ofEachCapability('a list of ids can be resumed at each of its pages', lists, async (exercise, records) => {
    const whole = await exercise.range(1, severalPages(exercise.subject).pages, idListOf(exercise));
    for (const batch of whole) expect(await exercise.range(batch.page, batch.page, idListOf(exercise))).toEqual([batch]);
    expect(new Set(keysOf(whole)).size).toBe(records);
  }),

  ofEachCapability(
    'fetchRecords returns what an export returns and leaves out ids that the shop does not have',
    lists,
    async (exercise) => {
      const { shop, capability } = exercise;
      const exported = (await exercise.stream()).flatMap(({ records }) => records).slice(0, 90);
      const ids = exported.map(({ sourceId }) => sourceId);
      const wanted = [...ids, ...ids.slice(0, 2), '99999999', 'no id', ''];
      const { records, skipped } = await shop.integration.fetchRecords(shop.connection, capability, wanted);
      const byId = (one: { sourceId: string }, other: { sourceId: string }) => one.sourceId.localeCompare(other.sourceId);
      expect([...records].sort(byId)).toEqual([...exported].sort(byId));
      expect(skipped).toEqual([]);
    },
  ),

  ofEachCapability('the keys of a probe are those of a full export, with any modifiedAfter', probes, async (exercise) => {
    for (const modifiedAfter of [null, future]) {
      const { keys } = await exercise.probe(exercise.request(modifiedAfter));
      expect([...(keys ?? [])].sort()).toEqual(await exercise.ids());
    }
  }),

  ofEachCapability('the rows that a probe names are those that changed', probes, async (exercise) => {
    const { sourceId, modifiedAt } = await exercise.shop.change(exercise.capability);
    const request = exercise.request(later(modifiedAt, -1_000));
    const { sourceIds = [], perPage } = await exercise.probe(request);
    expect(sourceIds).toEqual([sourceId]);
    expect(idsOf(await exercise.range(1, 1, { ...request, sourceIds }, perPage))).toEqual([sourceId]);
    expect(await exercise.probe(exercise.request(future))).toMatchObject({ totalPages: 0, sourceIds: [] });
  }),

  ofEachCapability('named rows come page by page, without those that the shop does not have', probes, async (exercise) => {
    const [one = '', two = '', three = ''] = await exercise.shop.ids(exercise.capability);
    const request = { ...exercise.request(), sourceIds: [one, two, '99999999', three] };
    const batches = await exercise.range(4, 5, request, 2);
    expect(batches.map((batch) => [batch.page, ...idsOf([batch]).sort()])).toEqual([
      [4, ...[one, two].sort()],
      [5, three],
    ]);
  }),
];
