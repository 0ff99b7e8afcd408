import { Injectable, Logger } from '@nestjs/common';
import { eraseBelongings, lockSyncsOf, logTransitions, nothingBelongs, removeAccess } from '@sync/domain';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from '../configuration';

/** Past the deadline, not on it: on it the connection is still within its grace period. */
const pastGrace = `status = 'disconnected' and deleted_at is null and disconnected_at + make_interval(days => $1) < now()`;

const atOnce = 500;

const findPastGrace = `select id from system_connections where ${pastGrace} and id > $2 order by id limit ${atOnce}`;

const softDelete = `
  with ended as (
    update system_connections set deleted_at = now(), credentials = null, updated_at = now() where ${pastGrace} and id = $2
    returning tenant_id as "tenantId"
  )
  select "tenantId" from ended`;

const findToErase = `
  select id from system_connections
  where status = 'disconnected' and deleted_at is not null and erased_at is null and id > $1 order by id limit ${atOnce}`;

const markErased = `update system_connections set erased_at = now() where id = $1 and ${nothingBelongs}`;

/**
 * The end of the grace period: "records and credentials erased, tokens, rules, runs and pending work gone, row soft-deleted".
 * Credentials and access go first, in the transaction that ends the connection: whoever reconnects it comes before that or finds
 * nothing. The rest follows in batches, and goes on where it stood when a worker is killed.
 */
@Injectable()
export class EraseDisconnectedConnections {
  private readonly logger = new Logger('EraseDisconnectedConnections');

  constructor(
    private readonly dataSource: DataSource,
    private readonly configuration: WorkerConfiguration,
  ) {}

  /** Returns how many connections it ended. Throws once the signal is aborted. */
  async erase(signal: AbortSignal): Promise<number> {
    if (this.configuration.disconnectedPurge === 'off') return 0;
    let ended = 0;
    for await (const id of this.found(findPastGrace, [this.configuration.disconnectedGraceDays], signal))
      ended += (await this.end(id)) ? 1 : 0;
    for await (const id of this.found(findToErase, [], signal)) await this.eraseBelongings(id, signal);
    if (ended > 0) this.logger.log({ msg: 'disconnected connections past their grace period ended', connections: ended });
    return ended;
  }

  private async end(id: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await lockSyncsOf(manager, id);
      const [ended] = await manager.query<{ tenantId: string | null }[]>(softDelete, [this.configuration.disconnectedGraceDays, id]);
      if (!ended) return false;
      await removeAccess(manager, id);
      await logTransitions(manager, { trigger: 'end of grace', actor: 'schedule' }, [{ id, ...ended, from: 'disconnected' }]);
      return true;
    });
  }

  private async eraseBelongings(id: string, signal: AbortSignal): Promise<void> {
    await eraseBelongings(this.dataSource, id, signal);
    // Not yet when a row was left alone because somebody was working on it.
    await this.dataSource.query(markErased, [id]);
  }

  /** All that the query finds, each once. Its last parameter is the id after which it goes on. Throws once the signal is aborted. */
  private async *found(sql: string, parameters: unknown[], signal: AbortSignal): AsyncGenerator<string> {
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await this.dataSource.query<{ id: string }[]>(sql, [...parameters, after]);
      for (const { id } of rows) {
        signal.throwIfAborted();
        yield id;
        after = id;
      }
      if (rows.length < atOnce) return;
    }
  }
}
