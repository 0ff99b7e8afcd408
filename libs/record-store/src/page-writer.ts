import { retryOnConflict } from '@sync/postgres';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool, PoolClient } from 'pg';
import { withoutClientAddresses } from './client-addresses';
import { isMissingShop, isRefusedValue } from './database-errors';
import { ErasuresChanged, type AdmittedRows, type ErasureDoor } from './erasure-door';
import type { LinkTargets } from './link-targets';
import { isTooLarge, rowParameters, tooLarge, toPageRows, type PageRow } from './page-rows';
import { countPage } from './record-metrics';
import { authorText } from './record-story';
import { withRejected, withSkipped, type PageCheckpointSql, type PageOutcome, type RecordPage, type RejectedRecord } from './record-page';
import { QuotaUsedUp } from './stored-bytes';
import { allDiffering, findDiffering, toWritableRows } from './writable-rows';
import { rowColumns, writeStatement, type PreparedStatement } from './write-statement';

interface WriteStatements {
  plain: PreparedStatement;
  /** Null for a store without checkpoint SQL. */
  withCheckpoint: PreparedStatement | null;
  isJson: boolean[];
}

interface WriteResult {
  written: number;
  applied: boolean;
  /** The quota, if it is used up and nothing was written; else null. */
  usedUp: number | null;
  /** The number of the tenant's erasures, if the rows were compared with another one and nothing was written; else null. */
  erasures: string | null;
  tenantId: string | null;
}

const notApplied: WriteResult = { written: 0, applied: false, usedUp: null, erasures: null, tenantId: null };

/** Named statements are safe here: nothing is looked up whose best plan could change. */
function statementsOf(capability: SystemCapability, checkpoint: PageCheckpointSql | undefined): WriteStatements {
  return {
    plain: { name: `write-${capability}`, text: writeStatement(capability) },
    withCheckpoint: checkpoint ? { name: `write-${capability}-page`, text: writeStatement(capability, checkpoint) } : null,
    isJson: rowColumns(capability).map(({ type }) => type === 'json'),
  };
}

/**
 * Stores a page: leaves out what is stored already, links orders, and writes the rest with the page's checkpoint in one statement. If the
 * database refuses a value, it finds the records that have one, and writes the others.
 */
export class PageWriter {
  private readonly statements: Record<SystemCapability, WriteStatements>;

  /** `maxTenantBytes`: the quota of a tenant without one of its own; 0: no limit. */
  constructor(
    private readonly pool: Pool,
    private readonly targets: LinkTargets,
    private readonly door: ErasureDoor,
    private readonly keepsClientAddresses: boolean,
    checkpoint: PageCheckpointSql | undefined,
    private readonly maxTenantBytes: number,
  ) {
    const statements = systemCapabilities.map((capability) => [capability, statementsOf(capability, checkpoint)]);
    this.statements = Object.fromEntries(statements) as Record<SystemCapability, WriteStatements>;
  }

  async write<C extends SystemCapability>(given: RecordPage<C>): Promise<PageOutcome> {
    const records = this.keepsClientAddresses ? given.records : given.records.map((record) => withoutClientAddresses<C>(record));
    const all: PageRow[] = toPageRows(given.capability, records);
    const rows = all.filter((row) => !isTooLarge(given.capability, row));
    const large = all.filter((row) => !rows.includes(row)).map(({ sourceId }) => ({ sourceId, reason: tooLarge }));
    const page = withSkipped(given, large.length);
    try {
      const write = (admitted: AdmittedRows) => retryOnConflict(() => this.writeRows(page, admitted));
      const outcome = withRejected(await this.door.through(page.shopId, page.capability, rows, write), large);
      countPage(page.capability, outcome);
      return outcome;
    } catch (error) {
      if (isMissingShop(error)) return { written: 0, unchanged: 0, rejected: [], applied: false };
      throw error;
    }
  }

  private async writeRows(page: RecordPage, { rows, erasures }: AdmittedRows): Promise<PageOutcome> {
    const writable = await this.writable(page, rows);
    const admitted = { rows: writable, erasures };
    const outcomeOf = ({ written, applied }: WriteResult, refused: number) => {
      return { written, unchanged: applied ? rows.length - written - refused : 0, rejected: [], applied };
    };
    try {
      return outcomeOf(await this.run(this.pool, page, admitted), 0);
    } catch (error) {
      if (!isRefusedValue(error)) throw error;
      const rejected = await this.findRefused(page, admitted);
      if (rejected.length === 0) throw error;
      const refused = new Set(rejected.map(({ sourceId }) => sourceId));
      const rest = writable.filter(({ sourceId }) => !refused.has(sourceId));
      const result = await this.run(this.pool, withSkipped(page, rejected.length), { rows: rest, erasures });
      return withRejected(outcomeOf(result, rejected.length), rejected);
    }
  }

  private async writable({ shopId, capability, firstExport }: RecordPage, rows: PageRow[]): Promise<PageRow[]> {
    if (rows.length === 0) return [];
    const differing = firstExport ? allDiffering(rows) : await findDiffering(this.pool, shopId, capability, rows);
    return toWritableRows(this.targets, shopId, capability, differing);
  }

  private async run(
    database: Pool | PoolClient,
    { shopId, capability, exportBegan, runId, checkpoint }: Omit<RecordPage, 'records' | 'firstExport'>,
    { rows, erasures }: AdmittedRows,
  ): Promise<WriteResult> {
    if (rows.length === 0 && !checkpoint) return { ...notApplied, applied: true };
    const { plain, withCheckpoint, isJson } = this.statements[capability];
    const values: unknown[] = [shopId, ...rowParameters(rows, isJson), exportBegan?.toISOString() ?? 'infinity'];
    if (checkpoint) {
      const { rangeId, page, fetched, skipped, listTotal = null, seenKeys = [], newerKeys = [] } = checkpoint;
      values.push(rangeId, page, fetched, skipped, listTotal, seenKeys, newerKeys);
    }
    values.push(this.maxTenantBytes, erasures, runId === undefined ? authorText('service') : authorText('run', runId));
    const statement = checkpoint ? withCheckpoint : plain;
    if (!statement) throw new Error('This record store knows no page checkpoints');
    const [result = notApplied] = (await database.query<WriteResult>({ ...statement, values })).rows;
    if (result.erasures !== null) throw new ErasuresChanged(result.tenantId, result.erasures);
    if (result.usedUp !== null) throw new QuotaUsedUp(result.usedUp);
    return result;
  }

  /** Finds the rows that the database refuses by writing each one alone, in a transaction that is rolled back. */
  private async findRefused(page: RecordPage, { rows, erasures }: AdmittedRows): Promise<RejectedRecord[]> {
    const client = await this.pool.connect();
    const refused: RejectedRecord[] = [];
    try {
      await client.query('begin');
      for (const row of rows) {
        await client.query('savepoint before_row');
        try {
          await this.run(client, { ...page, checkpoint: undefined }, { rows: [row], erasures });
        } catch (error) {
          if (!isRefusedValue(error)) throw error;
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
}
