import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AnyRecord } from '@sync/records';
import { exportOf, withEachCapability } from '../exercises';
import type { ContractCheck } from '../integration-under-test';

const pages = 12;
/** The current page, the one before it, and garbage that the engine still holds. */
const maxPagesAlive = 3;

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Counts the records that only the integration can still hold. */
async function stillAlive(delivered: readonly WeakRef<AnyRecord>[], collect: () => void): Promise<number> {
  await nextTurn();
  collect();
  await nextTurn();
  return delivered.filter((reference) => reference.deref() !== undefined).length;
}

export const memoryChecks: ContractCheck[] = [
  {
    title: 'streamBulkExport does not retain earlier pages',
    check: async (subject) => {
      const collect = garbageCollector();
      await withEachCapability(subject, pages * subject.perPage, async (shop, capability) => {
        const delivered: WeakRef<AnyRecord>[] = [];
        let maxAlive = 0;
        await shop.integration.streamBulkExport(shop.connection, exportOf(shop, capability), async ({ records, page }) => {
          for (const record of records) delivered.push(new WeakRef(record));
          if (page % 4 === 0) maxAlive = Math.max(maxAlive, await stillAlive(delivered, collect));
        });
        expect(delivered).toHaveLength(pages * subject.perPage);
        expect(maxAlive).toBeLessThanOrEqual(maxPagesAlive * subject.perPage);
      });
    },
  },
];
