import { setTimeout as sleep } from 'node:timers/promises';
import { systemCapabilities, systemDrivers } from '@sync/records';
import type { BulkExportProbe } from '../../export-request';
import { exportOf, failureOf, idsOf, severalPages, stream, withEachCapability, withShop } from '../exercises';
import type { ContractCheck } from '../integration-under-test';

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

export const bulkExportChecks: ContractCheck[] = [
  {
    title: 'Integrations are looked up by driver: it names its own',
    check: (subject) =>
      withShop(subject, 1, async ({ integration, connection }) => {
        expect(systemDrivers).toContain(integration.driver);
        expect(integration.driver).toBe(connection.driver);
      }),
  },
  {
    title: 'streamBulkExport calls the callback once per non-empty page, and the pages together hold every record of the shop once',
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
    title: 'The callback is called for no empty page: not when the last page is full, and not at all for an empty collection',
    check: async (subject) => {
      for (const pages of [0, 1, 2]) {
        await withEachCapability(subject, pages * subject.perPage, async (shop, capability) => {
          expect((await stream(shop, capability)).map(({ page }) => page)).toEqual(upTo(pages));
        });
      }
    },
  },
  {
    title: 'streamBulkExport asks for no further page until the callback has settled',
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const asked: [number, number][] = [];
        await shop.integration.streamBulkExport(shop.connection, exportOf(shop, capability), async () => {
          const before = await shop.requests();
          await sleep(15);
          asked.push([before, await shop.requests()]);
        });
        expect(asked.length).toBeGreaterThan(1);
        expect(asked.filter(([before, after]) => before !== after)).toEqual([]);
      }),
  },
  {
    title: 'A rejection of the callback ends the fetch and is passed on unchanged',
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
    title: 'requestBulkExport gives every fetched record and is built on the streaming operation',
    check: (subject) =>
      withEachCapability(subject, severalPages(subject).records, async (shop, capability) => {
        const streamed = (await stream(shop, capability)).flatMap(({ records }) => records);
        expect(await shop.integration.requestBulkExport(shop.connection, exportOf(shop, capability))).toEqual(streamed);
        expect(streamed.length).toBeGreaterThan(subject.perPage);
      }),
  },
  {
    title: 'Running twice gives the same records, the same probe and the same account',
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

/** What is the newest row of a list may be told by the clock. */
function timeless(probe: BulkExportProbe): BulkExportProbe {
  return { ...probe, ...(probe.list && { list: { ...probe.list, newest: '' } }) };
}
