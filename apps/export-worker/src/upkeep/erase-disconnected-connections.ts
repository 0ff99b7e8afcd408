import { Injectable, Logger } from '@nestjs/common';
import { deleteDependents, eachConnection, hasNoDependents } from '@sync/connections';
import { logTransitions, removeAccess } from '@sync/domain';
import { lockSyncs } from '@sync/sync-runs';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from '../configuration';
import { logFailure } from '../log-failure';

/** At the deadline itself the connection is still within its grace period. */
const pastGrace = `status = 'disconnected' and deleted_at is null and disconnected_at + make_interval(days => $1) < now()`;

const batchSize = 500;

const findPastGrace = `select id from system_connections where ${pastGrace} and id > $2 order by id limit ${batchSize}`;

const softDelete = `
  with ended as (
    update system_connections set deleted_at = now(), credentials = null, updated_at = now() where ${pastGrace} and id = $2
    returning tenant_id as "tenantId"
  )
  select "tenantId" from ended`;

const findToErase = `
  select id from system_connections
  where status = 'disconnected' and deleted_at is not null and erased_at is null and id > $1 order by id limit ${batchSize}`;

const markErased = `update system_connections set erased_at = now() where id = $1 and ${hasNoDependents}`;

/**
 * Ends connections past their grace period (docs/reference/states.md): erases credentials, tokens, rules, records, runs and tasks,
 * and soft-deletes the row. Credentials and access go first, in the transaction that ends the connection, so a reconnect comes
 * before that or finds nothing. The rest follows in batches and resumes after a crash.
 */
@Injectable()
export class EraseDisconnectedConnections {
  private readonly logger = new Logger('EraseDisconnectedConnections');

  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: WorkerConfiguration,
  ) {}

  /** Returns how many connections it ended. Throws once the signal is aborted, and after the last connection when one of them failed. */
  async erase(signal: AbortSignal): Promise<number> {
    if (this.configuration.disconnectedPurge === 'off') return 0;
    let ended = 0;
    const end = async (id: string) => {
      if (await this.end(id)) ended += 1;
    };
    const pastGrace = this.found(findPastGrace, [this.configuration.disconnectedGraceDays]);
    const failures = await eachConnection(pastGrace, end, logFailure(this.logger, 'connection past its grace period not ended'), signal);
    const erase = (id: string) => this.eraseOne(id, signal);
    failures.push(...(await eachConnection(this.found(findToErase, []), erase, logFailure(this.logger, 'connection not erased'), signal)));
    if (ended > 0) this.logger.log({ msg: 'disconnected connections past their grace period ended', connections: ended });
    // A failed turn is due again soon.
    if (failures.length > 0) throw failures[0];
    return ended;
  }

  private async end(id: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await lockSyncs(manager, id);
      const [ended] = await manager.query<{ tenantId: string | null }[]>(softDelete, [this.configuration.disconnectedGraceDays, id]);
      if (!ended) return false;
      await removeAccess(manager, id);
      await logTransitions(manager, { trigger: 'end of grace', actor: 'schedule' }, [{ id, ...ended, from: 'disconnected' }]);
      return true;
    });
  }

  private async eraseOne(id: string, signal: AbortSignal): Promise<void> {
    await deleteDependents(this.dataSource, id, signal);
    // Not yet while a locked row was skipped.
    await this.dataSource.query(markErased, [id]);
  }

  /** Pages through the query, whose last parameter is the last id seen. */
  private async *found(sql: string, parameters: unknown[]): AsyncGenerator<string> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await this.dataSource.query<{ id: string }[]>(sql, [...parameters, after]);
      for (const { id } of rows) {
        yield id;
        after = id;
      }
      if (rows.length < batchSize) return;
    }
  }
}
