import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { AnyRecord } from '@sync/records';
import { exportOf, withEachCapability } from '../exercises';
import type { ContractCheck } from '../integration-under-test';

const pages = 12;
/** The page in the caller's hands, the one before it, and what the engine has not let go of yet. */
const mostPagesAlive = 3;

function garbageCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}

/** Records that nothing but the integration can still hold. */
async function stillAlive(handedOver: readonly WeakRef<AnyRecord>[], collect: () => void): Promise<number> {
  await nextTurn();
  collect();
  await nextTurn();
  return handedOver.filter((reference) => reference.deref() !== undefined).length;
}

export const memoryChecks: ContractCheck[] = [
  {
    title: 'streamBulkExport holds no result set: memory does not grow with the number of pages',
    check: async (subject) => {
      const collect = garbageCollector();
      await withEachCapability(subject, pages * subject.perPage, async (shop, capability) => {
        const handedOver: WeakRef<AnyRecord>[] = [];
        let mostAlive = 0;
        await shop.integration.streamBulkExport(shop.connection, exportOf(shop, capability), async ({ records, page }) => {
          for (const record of records) handedOver.push(new WeakRef(record));
          if (page % 4 === 0) mostAlive = Math.max(mostAlive, await stillAlive(handedOver, collect));
        });
        expect(handedOver).toHaveLength(pages * subject.perPage);
        expect(mostAlive).toBeLessThanOrEqual(mostPagesAlive * subject.perPage);
      });
    },
  },
];
