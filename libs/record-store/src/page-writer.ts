import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool, PoolClient } from 'pg';
import { timeOrderedId } from './time-ordered-id';
import { isRefusedValue } from './database-errors';
import type { PageCheckpoint, PageCheckpointSql, RejectedRecord } from './record-page';
import { toSeparatedText } from './separated-text';
import { lineColumns, writeStatement } from './write-statement';

/** One row to be written: content fields, then link fields, with what they belong to. */
export interface PageLine {
  sourceId: string;
  contentHash: string;
  modifiedAt: string | null;
  fields: (string | null)[];
}

interface PageTarget {
  systemConnectionId: string;
  capability: SystemCapability;
  exportBegan?: Date;
  checkpoint?: PageCheckpoint;
}

interface WriteAnswer {
  written: number;
  applied: boolean;
}

interface PreparedStatement {
  name: string;
  text: string;
}

interface WriteStatements {
  plain: PreparedStatement;
  /** Null when the store was made without the SQL of a checkpoint. */
  withCheckpoint: PreparedStatement | null;
  isJson: boolean[];
}

export type PageStatements = Record<SystemCapability, WriteStatements>;

/** Made once for each kind of record. They have names, because they look nothing up whose best plan could change. */
export function pageStatements(checkpoint?: PageCheckpointSql): PageStatements {
  const statements = systemCapabilities.map((capability): [SystemCapability, WriteStatements] => [
    capability,
    {
      plain: { name: `write-${capability}`, text: writeStatement(capability) },
      withCheckpoint: checkpoint ? { name: `write-${capability}-page`, text: writeStatement(capability, checkpoint) } : null,
      isJson: lineColumns(capability).map(({ type }) => type === 'json'),
    },
  ]);
  return Object.fromEntries(statements) as PageStatements;
}

/** Writes the lines and moves the checkpoint on; throws what the database says. */
export async function writeLines(
  database: Pool | PoolClient,
  statements: PageStatements,
  { systemConnectionId, capability, exportBegan, checkpoint }: PageTarget,
  lines: PageLine[],
): Promise<WriteAnswer> {
  if (lines.length === 0 && !checkpoint) {
    return { written: 0, applied: true };
  }
  const { plain, withCheckpoint, isJson } = statements[capability];
  const values: unknown[] = [systemConnectionId, ...lineParameters(lines, isJson), exportBegan?.toISOString() ?? 'infinity'];
  if (checkpoint) {
    const { rangeId, page, fetched, skipped, listTotal = null, seenKeys = [] } = checkpoint;
    values.push(rangeId, page, fetched, skipped, listTotal, seenKeys);
  }
  const statement = checkpoint ? withCheckpoint : plain;
  if (!statement) throw new Error('This record store knows no page checkpoints');
  const answer = await database.query<WriteAnswer>({ ...statement, values });
  return answer.rows[0] ?? { written: 0, applied: false };
}

/** The parameters $2 to $5 of a statement that writes lines. */
export function lineParameters(lines: PageLine[], isJson: readonly boolean[]): string[] {
  const { text, fieldSeparator, lineSeparator, nullMark } = toSeparatedText(
    lines.map(({ contentHash, modifiedAt, fields }) => [timeOrderedId(), contentHash, modifiedAt, ...fields]),
    isJson,
  );
  return [text, fieldSeparator, lineSeparator, nullMark];
}

/** Finds the lines that the database refuses by writing each alone, in a transaction that is rolled back. */
export async function findRefused(
  pool: Pool,
  statements: PageStatements,
  target: PageTarget,
  lines: PageLine[],
): Promise<RejectedRecord[]> {
  const client = await pool.connect();
  const refused: RejectedRecord[] = [];
  try {
    await client.query('begin');
    for (const line of lines) {
      await client.query('savepoint line');
      try {
        await writeLines(client, statements, { ...target, checkpoint: undefined }, [line]);
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
