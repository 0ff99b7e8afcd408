import { Injectable, Logger } from '@nestjs/common';
import { lockSyncsOf, logTransitions } from '@sync/domain';
import { DataSource } from 'typeorm';
import { WorkerConfiguration } from '../configuration';
import { deleteInBatches } from './delete-in-batches';

/** Past the deadline, not on it: on it the connection is still within its grace period. */
const pastGrace = `status = 'disconnected' and deleted_at is null and disconnected_at + make_interval(days => $1) < now()`;

const findPastGrace = `select id from system_connections where ${pastGrace} order by disconnected_at limit 1000`;

const softDelete = `
  with ended as (
    update system_connections set deleted_at = now(), credentials = null, updated_at = now() where ${pastGrace} and id = $2
    returning tenant_id as "tenantId"
  )
  select "tenantId" from ended`;

const access = [
  'delete from access_tokens where system_connection_id = $1',
  'delete from connection_tokens where system_connection_id = $1',
  'delete from sync_rules where source_connection_id = $1 or target_connection_id = $1',
];

const findToErase = `
  select id from system_connections where status = 'disconnected' and deleted_at is not null and erased_at is null order by disconnected_at limit 1000`;

/** Every other table that belongs to connections; deliveries go with their tasks, page ranges with their runs. */
const belongings = ['tasks', 'webhook_deliveries', 'orders', 'customers', 'products', 'sync_runs'];

const markErased = `
  update system_connections set erased_at = now()
  where id = $1 and ${belongings.map((table) => `not exists (select from ${table} where system_connection_id = $1)`).join(' and ')}`;

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
    for (const id of await this.idsOf(findPastGrace, [this.configuration.disconnectedGraceDays])) ended += (await this.end(id)) ? 1 : 0;
    for (const id of await this.idsOf(findToErase)) await this.eraseBelongings(id, signal);
    if (ended > 0) this.logger.log({ msg: 'disconnected connections past their grace period ended', connections: ended });
    return ended;
  }

  private async end(id: string): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      await lockSyncsOf(manager, id);
      const [ended] = await manager.query<{ tenantId: string | null }[]>(softDelete, [this.configuration.disconnectedGraceDays, id]);
      if (!ended) return false;
      for (const statement of access) await manager.query(statement, [id]);
      await logTransitions(manager, { trigger: 'end of grace', actor: 'schedule' }, [{ id, ...ended, from: 'disconnected' }]);
      return true;
    });
  }

  private async eraseBelongings(id: string, signal: AbortSignal): Promise<void> {
    for (const table of belongings) {
      const key = table === 'webhook_deliveries' ? 'task_id' : 'id';
      const keys = `select ${key} from ${table} where system_connection_id = $1`;
      await deleteInBatches(this.dataSource, { table, key, keys, parameters: [id] }, signal);
    }
    // Not yet when a row was left alone because somebody was working on it.
    await this.dataSource.query(markErased, [id]);
  }

  private async idsOf(sql: string, parameters: unknown[] = []): Promise<string[]> {
    const rows = await this.dataSource.query<{ id: string }[]>(sql, parameters);
    return rows.map(({ id }) => id);
  }
}
