import type { ListedRow, ListState } from '../../export-request';
import { ofEachCapability, severalPages, type Exercise } from '../exercises';
import type { ContractCheck, IntegrationUnderTest } from '../integration-under-test';

const appliesTo = ({ hasPageRanges, reportsLists }: IntegrationUnderTest): boolean => hasPageRanges && reportsLists === true;

async function probedList(exercise: Exercise): Promise<ListState> {
  const { list } = await exercise.probe();
  if (!list) throw new Error('The probe does not report its list.');
  return list;
}

async function listedRows(exercise: Exercise): Promise<ListedRow[]> {
  const batches = await exercise.range(1, severalPages(exercise.subject).pages);
  return batches.flatMap(({ list, rows }) => {
    expect(list?.rows).toHaveLength(rows);
    return list?.rows ?? [];
  });
}

export const listChecks: ContractCheck[] = [
  ofEachCapability('the probe and the pages know the length of the list', { appliesTo }, async (exercise) => {
    const { records, pages } = severalPages(exercise.subject);
    expect([records, null]).toContainEqual((await probedList(exercise)).total);
    for (const { list } of await exercise.range(1, pages)) {
      expect([records, null]).toContainEqual(list?.total);
      expect([pages, null]).toContainEqual(list?.pages);
    }
  }),

  ofEachCapability('each row has a unique, stable key', { appliesTo }, async (exercise, records) => {
    const keys = async () => (await listedRows(exercise)).map(({ key }) => key);
    const once = await keys();
    expect(new Set(once).size).toBe(records);
    expect(await keys()).toEqual(once);
  }),

  ofEachCapability('no row present at the probe has a mark above the newest one', { appliesTo }, async (exercise) => {
    const { newest } = await probedList(exercise);
    expect((await listedRows(exercise)).filter(({ mark }) => mark > newest)).toEqual([]);
  }),
];
