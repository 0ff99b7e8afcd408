import type { SystemCapability } from '@sync/records';
import type { Pool, PoolClient } from 'pg';
import { v7 as timeOrderedId } from 'uuid';
import { isRefusedValue } from './database-errors';
import type { PageCheckpoint, RejectedRecord } from './record-page';
import { toSeparatedText } from './separated-text';
import { writeStatement } from './write-statement';

/** One row to be written: content fields, then link fields, with what they belong to. */
export interface PageLine {
  sourceId: string;
  contentHash: string;
  fields: (string | null)[];
}

interface PageTarget {
  systemConnectionId: string;
  capability: SystemCapability;
  checkpoint?: PageCheckpoint;
}

interface WriteAnswer {
  written: number;
  applied: boolean;
}

/** Writes the lines and moves the checkpoint on; throws what the database says. */
export async function writeLines(
  database: Pool | PoolClient,
  { systemConnectionId, capability, checkpoint }: PageTarget,
  lines: PageLine[],
): Promise<WriteAnswer> {
  const content = toSeparatedText(lines.map(({ contentHash, fields }) => [timeOrderedId(), contentHash, ...fields]));
  const values: (string | number)[] = [systemConnectionId, content.text, content.fieldSeparator, content.lineSeparator, content.nullMark];
  if (checkpoint) {
    values.push(checkpoint.rangeId, checkpoint.page, checkpoint.fetched, checkpoint.skipped);
  }
  const answer = await database.query<WriteAnswer>({
    name: `write-${capability}${checkpoint ? '-page' : ''}`,
    text: writeStatement(capability, checkpoint !== undefined),
    values,
  });
  return answer.rows[0] ?? { written: 0, applied: false };
}

/** Finds the lines that the database refuses by writing each alone, in a transaction that is rolled back. */
export async function findRefused(pool: Pool, target: PageTarget, lines: PageLine[]): Promise<RejectedRecord[]> {
  const client = await pool.connect();
  const refused: RejectedRecord[] = [];
  try {
    await client.query('begin');
    for (const line of lines) {
      await client.query('savepoint line');
      try {
        await writeLines(client, { ...target, checkpoint: undefined }, [line]);
      } catch (error) {
        if (!isRefusedValue(error)) {
          throw error;
        }
        refused.push({ sourceId: line.sourceId, reason: 'The database refused a value of this record.' });
      }
      await client.query('rollback to savepoint line');
    }
    return refused;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
