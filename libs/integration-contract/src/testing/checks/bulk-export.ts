import { setTimeout as sleep } from 'node:timers/promises';
import { systemCapabilities, systemDrivers } from '@sync/records';
import type { BulkExportProbe } from '../../export-request';
import { exportOf, failureOf, idsOf, severalPages, stream, withEachCapability, withShop } from '../exercises';
import type { ContractCheck } from '../integration-under-test';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

export const bulkExportChecks: ContractCheck[] = [
  {
    title: 'the integration names its own driver',
    check: (subject) =>
      withShop(subject, 1, async ({ integration, connection }) => {
        expect(systemDrivers).toContain(integration.driver);
        expect(integration.driver).toBe(connection.driver);
      }),
  },
  {
    title: 'streamBulkExport calls back once per non-empty page, and the pages hold every record once',
    check: (subject) => {
      const { records, pages } = severalPages(subject);
      return withEachCapability(subject, records, async (shop, capability) => {
        const batches = await stream(shop, capability);
        expect(batches.map(({ page }) => page)).toEqual(upTo(pages));
        expect(batches.filter(({ rows }) => rows === 0)).toEqual([]);
        expect(batches.flatMap(({ skipped }) => skipped)).toEqual([]);
        expect(idsOf(batches).sort()).toEqual([...(await shop.ids(capability))].sort());
      });
    },
  },
  {
    title: 'streamBulkExport never calls back with an empty page',
    check: async (subject) => {
      for (const pages of [0, 1, 2]) {
        await withEachCapability(subject, pages * subject.perPage, async (shop, capability) => {
          expect((await stream(shop, capability)).map(({ page }) => page)).toEqual(upTo(pages));
        });
      }
    },
  },
  {
    title: 'streamBulkExport requests the next page only after the callback has settled',
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const requests: [number, number][] = [];
        await shop.integration.streamBulkExport(shop.connection, exportOf(shop, capability), async () => {
          const before = await shop.requests();
          await sleep(15);
          requests.push([before, await shop.requests()]);
        });
        expect(requests.length).toBeGreaterThan(1);
        expect(requests.filter(([before, after]) => before !== after)).toEqual([]);
      }),
  },
  {
    title: 'a rejection of the callback ends the fetch and passes unchanged',
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const own = new Error('deadlock detected');
        let calls = 0;
        const reject = async (): Promise<void> => {
          calls += 1;
          throw own;
        };
        const request = exportOf(shop, capability);
        expect(await failureOf(() => shop.integration.streamBulkExport(shop.connection, request, reject), 'the stream')).toBe(own);
        expect(calls).toBe(1);
        const range = () => shop.integration.fetchBulkExportPageRange(shop.connection, request, 1, 2, subject.perPage, reject);
        expect(await failureOf(range, 'the page range')).toBe(own);
        expect(calls).toBe(2);
      }),
  },
  {
    title: 'requestBulkExport returns exactly the streamed records',
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const streamed = (await stream(shop, capability)).flatMap(({ records }) => records);
        expect(await shop.integration.requestBulkExport(shop.connection, exportOf(shop, capability))).toEqual(streamed);
        expect(streamed.length).toBeGreaterThan(subject.perPage);
      }),
  },
  {
    title: 'repeated calls return the same records, probe and account',
    check: (subject) =>
      withShop(subject, severalPages(subject).records, async (shop) => {
        expect(await shop.integration.verify(shop.connection)).toEqual(await shop.integration.verify(shop.connection));
        for (const capability of systemCapabilities) {
          const request = exportOf(shop, capability);
          expect(await stream(shop, capability)).toEqual(await stream(shop, capability));
          expect(timeless(await shop.integration.probeBulkExport(shop.connection, request))).toEqual(
            timeless(await shop.integration.probeBulkExport(shop.connection, request)),
          );
        }
      }),
  },
];

/** `newest` may come from the shop's clock. */
function timeless(probe: BulkExportProbe): BulkExportProbe {
  return { ...probe, ...(probe.list && { list: { ...probe.list, newest: '' } }) };
}
