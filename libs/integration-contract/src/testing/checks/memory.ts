import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AnyRecord } from '@sync/records';
import { ofEachCapability } from '../exercises';
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
  ofEachCapability(
    'streamBulkExport does not retain earlier pages',
    { records: ({ perPage }) => [pages * perPage] },
    async (exercise, count) => {
      const { integration, connection } = exercise.shop;
      const delivered: WeakRef<AnyRecord>[] = [];
      const collect = garbageCollector();
      let maxAlive = 0;
      await integration.streamBulkExport(connection, exercise.request(), async ({ records, page }) => {
        for (const record of records) delivered.push(new WeakRef(record));
        if (page % 4 === 0) maxAlive = Math.max(maxAlive, await stillAlive(delivered, collect));
      });
      expect(delivered).toHaveLength(count);
      expect(maxAlive).toBeLessThanOrEqual(maxPagesAlive * exercise.subject.perPage);
    },
  ),
];
