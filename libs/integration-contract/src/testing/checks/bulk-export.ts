import { setTimeout as sleep } from 'node:timers/promises';
import type { BulkExportProbe } from '../../export-request';
import { failureOf, idsOf, ofEachCapability, ofShop, severalPages } from '../exercises';
import type { ContractCheck } from '../integration-under-test';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

export const bulkExportChecks: ContractCheck[] = [
  ofShop('the integration names its own driver', async ({ integration, connection }) => {
    expect(integration.driver).toBe(connection.driver);
  }),

  ofEachCapability('streamBulkExport calls back once per non-empty page, and the pages hold every record once', {}, async (exercise) => {
    const batches = await exercise.stream();
    expect(batches.map(({ page }) => page)).toEqual(upTo(severalPages(exercise.subject).pages));
    expect(batches.filter(({ rows }) => rows === 0)).toEqual([]);
    expect(batches.flatMap(({ skipped }) => skipped)).toEqual([]);
    expect(idsOf(batches).sort()).toEqual(await exercise.ids());
  }),

  ofEachCapability(
    'streamBulkExport never calls back with an empty page',
    { records: ({ perPage }) => [0, perPage, 2 * perPage] },
    async (exercise, records) =>
      expect((await exercise.stream()).map(({ page }) => page)).toEqual(upTo(records / exercise.subject.perPage)),
  ),

  ofEachCapability('streamBulkExport requests the next page only after the callback has settled', {}, async (exercise) => {
    const { shop } = exercise;
    const requests: [number, number][] = [];
    await shop.integration.streamBulkExport(shop.connection, exercise.request(), async () => {
      const before = await shop.requests();
      await sleep(15);
      requests.push([before, await shop.requests()]);
    });
    expect(requests.length).toBeGreaterThan(1);
    expect(requests.filter(([before, after]) => before !== after)).toEqual([]);
  }),

  ofEachCapability('a rejection of the callback ends the fetch and passes unchanged', {}, async (exercise) => {
    const { integration, connection } = exercise.shop;
    const own = new Error('deadlock detected');
    let calls = 0;
    const reject = async (): Promise<void> => {
      calls += 1;
      throw own;
    };
    const stream = () => integration.streamBulkExport(connection, exercise.request(), reject);
    expect(await failureOf(stream, 'the stream')).toBe(own);
    expect(calls).toBe(1);
    const range = () => integration.fetchBulkExportPageRange(connection, exercise.request(), 1, 2, exercise.subject.perPage, reject);
    expect(await failureOf(range, 'the page range')).toBe(own);
    expect(calls).toBe(2);
  }),

  ofEachCapability('requestBulkExport returns exactly the streamed records', {}, async (exercise) => {
    const { shop, subject } = exercise;
    const streamed = (await exercise.stream()).flatMap(({ records }) => records);
    expect(await shop.integration.requestBulkExport(shop.connection, exercise.request())).toEqual(streamed);
    expect(streamed.length).toBeGreaterThan(subject.perPage);
  }),

  ofEachCapability('repeated calls return the same records, probe and account', {}, async (exercise) => {
    const { integration, connection } = exercise.shop;
    expect(await integration.verify(connection)).toEqual(await integration.verify(connection));
    expect(await exercise.stream()).toEqual(await exercise.stream());
    expect(timeless(await exercise.probe())).toEqual(timeless(await exercise.probe()));
  }),
];

/** `newest` may come from the shop's clock. */
function timeless(probe: BulkExportProbe): BulkExportProbe {
  return { ...probe, ...(probe.list && { list: { ...probe.list, newest: '' } }) };
}
