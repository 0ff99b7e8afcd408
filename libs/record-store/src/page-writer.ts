import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool, PoolClient } from 'pg';
import { isRefusedValue } from './database-errors';
import { feedBytes } from './feed-bytes';
import type { PageRow } from './page-rows';
import type { PageCheckpoint, PageCheckpointSql, RejectedRecord } from './record-page';
import { toSeparatedText } from './separated-text';
import { timeOrderedId } from './time-ordered-id';
import { rowColumns, writeStatement } from './write-statement';

interface PageTarget {
  shopId: string;
  capability: SystemCapability;
  exportBegan?: Date;
  checkpoint?: PageCheckpoint;
}

export interface WriteResult {
  written: number;
  applied: boolean;
  /** The quota, if it is used up and nothing was written; else null. */
  usedUp: number | null;
}

export interface PreparedStatement {
  name: string;
  text: string;
}

interface WriteStatements {
  plain: PreparedStatement;
  /** Null for a store without checkpoint SQL. */
  withCheckpoint: PreparedStatement | null;
  isJson: boolean[];
}

export interface PageStatements {
  of: Record<SystemCapability, WriteStatements>;
  /** The quota of a tenant without one of its own; 0: no limit. */
  maxTenantBytes: number;
}

/** Named statements are safe here: nothing is looked up whose best plan could change. */
export function pageStatements(checkpoint: PageCheckpointSql | undefined, maxTenantBytes: number): PageStatements {
  const statements = systemCapabilities.map((capability): [SystemCapability, WriteStatements] => [
    capability,
    {
      plain: { name: `write-${capability}`, text: writeStatement(capability) },
      withCheckpoint: checkpoint ? { name: `write-${capability}-page`, text: writeStatement(capability, checkpoint) } : null,
      isJson: rowColumns(capability).map(({ type }) => type === 'json'),
    },
  ]);
  return { of: Object.fromEntries(statements) as PageStatements['of'], maxTenantBytes };
}

/** Writes the rows and advances the checkpoint. Rethrows database errors. */
export async function writeRows(
  database: Pool | PoolClient,
  statements: PageStatements,
  { shopId, capability, exportBegan, checkpoint }: PageTarget,
  rows: PageRow[],
): Promise<WriteResult> {
  if (rows.length === 0 && !checkpoint) {
    return { written: 0, applied: true, usedUp: null };
  }
  const { plain, withCheckpoint, isJson } = statements.of[capability];
  const values: unknown[] = [shopId, ...rowParameters(rows, isJson), exportBegan?.toISOString() ?? 'infinity'];
  if (checkpoint) {
    const { rangeId, page, fetched, skipped, listTotal = null, seenKeys = [], newerKeys = [] } = checkpoint;
    values.push(rangeId, page, fetched, skipped, listTotal, seenKeys, newerKeys);
  }
  values.push(statements.maxTenantBytes);
  const statement = checkpoint ? withCheckpoint : plain;
  if (!statement) throw new Error('This record store knows no page checkpoints');
  const result = await database.query<WriteResult>({ ...statement, values });
  return result.rows[0] ?? { written: 0, applied: false, usedUp: null };
}

/** Where a row's fields begin among the columns of `rowColumns`. */
const firstField = 4;

/** The parameters $2 to $5 of a statement that writes rows. */
export function rowParameters(rows: PageRow[], isJson: readonly boolean[]): string[] {
  const { text, fieldSeparator, rowSeparator, nullMark } = toSeparatedText(
    rows.map(({ contentHash, modifiedAt, fields }) => {
      const bytes = feedBytes(fields, (index) => isJson[firstField + index] ?? false);
      return [timeOrderedId(), contentHash, modifiedAt, String(bytes), ...fields];
    }),
    isJson,
  );
  return [text, fieldSeparator, rowSeparator, nullMark];
}

/** Finds the rows that the database refuses by writing each one alone, in a transaction that is rolled back. */
export async function findRefused(pool: Pool, statements: PageStatements, target: PageTarget, rows: PageRow[]): Promise<RejectedRecord[]> {
  const client = await pool.connect();
  const refused: RejectedRecord[] = [];
  try {
    await client.query('begin');
    for (const row of rows) {
      await client.query('savepoint before_row');
      try {
        await writeRows(client, statements, { ...target, checkpoint: undefined }, [row]);
      } catch (error) {
        if (!isRefusedValue(error)) {
          throw error;
        }
        refused.push({ sourceId: row.sourceId, reason: 'The database refused a value of this record.' });
      }
      await client.query('rollback to savepoint before_row');
    }
    return refused;
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}
