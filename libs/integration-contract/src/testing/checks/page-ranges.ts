import type { BulkExportProbe, ExportBatch } from '../../export-request';
import { idsOf, ofEachCapability, severalPages, withEachCapability, type Exercise } from '../exercises';
import type { ContractCheck, IntegrationUnderTest } from '../integration-under-test';

const appliesTo = ({ hasPageRanges }: IntegrationUnderTest): boolean => hasPageRanges;
const byDefault = { appliesTo: (subject: IntegrationUnderTest) => !appliesTo(subject) };

const probeMembers = ['totalPages', 'perPage', 'warnings', 'list', 'pages', 'keys'];

const contents = (batches: readonly ExportBatch[]) => batches.map((batch) => ({ page: batch.page, ids: idsOf([batch]) }));

async function requestsOfProbe(exercise: Exercise): Promise<number> {
  const before = await exercise.shop.requests();
  await exercise.probe();
  return (await exercise.shop.requests()) - before;
}

/** The newest mark may be the time of the request. */
function withoutMark(probe: BulkExportProbe): object {
  return { ...probe, list: probe.list && { ...probe.list, newest: null } };
}

export const pageRangeChecks: ContractCheck[] = [
  ofEachCapability(
    'the probe agrees with the fetch on total pages and page size',
    { appliesTo, records: (subject) => [1, subject.perPage, subject.perPage + 1, severalPages(subject).records] },
    async (exercise, records) => {
      const { perPage } = exercise.subject;
      const probe = await exercise.probe();
      expect(probe).toMatchObject({ totalPages: (await exercise.stream()).length, perPage });
      expect(probe.totalPages).toBe(Math.ceil(records / perPage));
    },
  ),

  ofEachCapability('the probe of an empty collection promises no records', { appliesTo, records: () => [0] }, async (exercise) => {
    const { totalPages } = await exercise.probe();
    expect([0, 1]).toContain(totalPages);
    expect(idsOf(await exercise.range(1, Math.max(totalPages, 1)))).toEqual([]);
  }),

  {
    title: 'the probe returns no records and costs the same for a large shop',
    appliesTo,
    check: async (subject) => {
      const requests: Record<string, number[]> = {};
      for (const records of [1, severalPages(subject).records]) {
        await withEachCapability(subject, records, async (exercise) => {
          expect(Object.keys(await exercise.probe()).filter((name) => !probeMembers.includes(name))).toEqual([]);
          (requests[exercise.capability] ??= []).push(await requestsOfProbe(exercise));
        });
      }
      for (const [capability, [small, large]] of Object.entries(requests))
        expect({ capability, requests: large }).toEqual({ capability, requests: small });
    },
  },

  ofEachCapability(
    'the beginning of an export is its probe, and at most the first page of the range fetch',
    { records: (subject) => [0, severalPages(subject).records] },
    async (exercise) => {
      const { integration, connection } = exercise.shop;
      const { firstPage, ...probe } = await integration.beginBulkExport(connection, exercise.request());
      expect(withoutMark(probe)).toEqual(withoutMark(await exercise.probe()));
      if (firstPage) expect([firstPage]).toEqual(await exercise.range(1, 1, exercise.request(), probe.perPage));
    },
  ),

  ofEachCapability('the default probe returns totalPages 1 and perPage 0', byDefault, async (exercise) =>
    expect(await exercise.probe()).toEqual({ totalPages: 1, perPage: 0 }),
  ),

  ofEachCapability('the range fetch returns pages startPage to endPage, with one callback per page', { appliesTo }, async (exercise) => {
    const streamed = contents(await exercise.stream());
    for (const [first, last] of [
      [1, 1],
      [2, 3],
      [3, 3],
      [1, 3],
    ] as const)
      // prettier-ignore
      expect(contents(await exercise.range(first, last))).toEqual(streamed.slice(first - 1, last));
  }),

  ofEachCapability('concurrent page ranges return every record once', { appliesTo }, async (exercise) => {
    const parts = await Promise.all([exercise.range(1, 2), exercise.range(3, 3)]);
    expect(idsOf(parts.flat()).sort()).toEqual(await exercise.ids());
  }),

  ofEachCapability('a page range beyond the end is empty and does not fail', { appliesTo, records: () => [1] }, async (exercise) =>
    expect(idsOf(await exercise.range(2, 4))).toEqual([]),
  ),

  ofEachCapability('the default range fetch ignores the range and fetches all pages', byDefault, async (exercise) => {
    const batches = await exercise.range(7, 9, exercise.request(), 1);
    expect(contents(batches)).toEqual(contents(await exercise.stream()));
    expect(batches.length).toBeGreaterThan(1);
  }),
];
