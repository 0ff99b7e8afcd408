import type { RecordDeletion, RecordUpsert, StorableChange } from '@sync/integration-contract';
import { retryOnConflict } from '@sync/postgres';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { contentStatement, deleteStatement, restoreStatement } from './change-statements';
import { withoutClientAddresses } from './client-addresses';
import { isMissingShop, isRefusedValue } from './database-errors';
import { ErasuresChanged, type AdmittedRows, type ErasureDoor } from './erasure-door';
import { linkWaiting } from './link-records';
import type { LinkTargets } from './link-targets';
import { isTooLarge, rowParameters, timeOrderedId, toPageRows, type PageRow } from './page-rows';
import { authorText } from './record-story';
import { QuotaUsedUp } from './stored-bytes';
import { allDiffering, lacksLink, toWritableRows } from './writable-rows';
import { rowColumns, type PreparedStatement } from './write-statement';

/** A webhook's change to one record of one shop. */
export interface WebhookChange {
  /** The connection that received it. */
  systemConnectionId: string;
  shopId: string;
  /** Id of the webhook's task; ids follow the order of receipt. */
  taskId: string;
  /** The task reads the record from the shop again; default: it processes a webhook. */
  isRefetch?: boolean;
  receivedAt: Date;
  change: StorableChange;
}

/**
 * `written`: the record changed. `unchanged`: it was stored like this already, or a newer version is. `refused`: the database
 * refuses a value. `too large`: the record takes more than 1 MiB. `not taken`: the connection is gone, or neither active nor in error.
 */
export type ChangeOutcome = 'written' | 'unchanged' | 'refused' | 'too large' | 'not taken';

/** Planning them takes longer than running them, so they are named. */
const statements = Object.fromEntries(
  systemCapabilities.map((capability) => [
    capability,
    {
      content: { name: `content of ${capability}`, text: contentStatement(capability) },
      delete: { name: `delete of ${capability}`, text: deleteStatement(capability) },
      restore: { name: `restore of ${capability}`, text: restoreStatement(capability) },
      isJson: rowColumns(capability).map(({ type }) => type === 'json'),
    },
  ]),
) as Record<SystemCapability, Record<'content' | 'delete' | 'restore', PreparedStatement> & { isJson: boolean[] }>;

interface Applied {
  taken: boolean;
  written: boolean;
}

interface AppliedContent extends Applied {
  usedUp: number | null;
  erasures: string | null;
  tenantId: string | null;
  inserted: boolean;
  same: boolean;
}

const nothing = { taken: false, written: false, usedUp: null, erasures: null, tenantId: null, inserted: false, same: false };

/** Stores the changes of webhooks. Each step is idempotent and needs no shared transaction. */
export class RecordChanges {
  constructor(
    private readonly pool: Pool,
    private readonly targets: LinkTargets,
    private readonly door: ErasureDoor,
    private readonly keepsClientAddresses: boolean,
    private readonly maxTenantBytes: number,
  ) {}

  /** Throws QuotaUsedUp: the tenant may store no more records, and this one is new. */
  async apply({ change, ...webhook }: WebhookChange): Promise<ChangeOutcome> {
    try {
      return change.kind === 'delete' ? await this.delete(webhook, change) : await this.upsert(webhook, change);
    } catch (error) {
      if (isMissingShop(error)) return 'not taken';
      if (isRefusedValue(error)) return 'refused';
      throw error;
    }
  }

  private async delete(webhook: Omit<WebhookChange, 'change'>, { capability, sourceId }: RecordDeletion): Promise<ChangeOutcome> {
    const { systemConnectionId, shopId, taskId, receivedAt } = webhook;
    const values = [shopId, sourceId, timeOrderedId(), taskId, receivedAt.toISOString(), systemConnectionId, authorOf(webhook)];
    return outcomeOf((await this.run<Applied>(statements[capability].delete, values)) ?? nothing);
  }

  private async upsert(webhook: Omit<WebhookChange, 'change'>, { kind, capability, record }: RecordUpsert): Promise<ChangeOutcome> {
    const kept = this.keepsClientAddresses ? record : withoutClientAddresses(record);
    const rows = toPageRows(capability, [kept]) as PageRow[];
    if (rows.some((row) => isTooLarge(capability, row))) return 'too large';
    return this.door.through(webhook.shopId, capability, rows, (admitted) => this.store(webhook, { kind, capability }, admitted));
  }

  /** Both an order and its targets look for links after they are stored, so they find each other in either order. */
  private async store(
    webhook: Omit<WebhookChange, 'change'>,
    { kind, capability }: Pick<RecordUpsert, 'kind' | 'capability'>,
    { rows, erasures }: AdmittedRows,
  ): Promise<ChangeOutcome> {
    const { systemConnectionId, shopId, taskId } = webhook;
    const [row] = rows;
    const [writable] = row ? await toWritableRows(this.targets, shopId, capability, allDiffering([row])) : [];
    if (!writable) return 'unchanged';
    const content = await this.storeContent(webhook, capability, writable, erasures);
    if (!content.taken) return 'not taken';
    if (content.erasures !== null) throw new ErasuresChanged(content.tenantId, content.erasures);
    if (content.usedUp !== null) throw new QuotaUsedUp(content.usedUp);
    const restoring = [shopId, writable.sourceId, taskId, systemConnectionId, authorOf(webhook)];
    const restored = kind === 'restore' && (await this.run(statements[capability].restore, restoring)) !== undefined;
    // Also when it was stored already: an earlier attempt may have ended before the orders were linked.
    const isNew = content.inserted || content.same || restored;
    if (capability === 'orders' ? lacksLink(writable) || restored : isNew)
      await linkWaiting(this.pool, shopId, capability, [writable.sourceId]);
    return content.written || restored ? 'written' : 'unchanged';
  }

  private async storeContent(
    webhook: Omit<WebhookChange, 'change'>,
    capability: SystemCapability,
    row: PageRow,
    erasures: string,
  ): Promise<AppliedContent> {
    const { systemConnectionId, shopId, taskId, receivedAt } = webhook;
    const { content, isJson } = statements[capability];
    const values = [
      shopId,
      ...rowParameters([row], isJson),
      taskId,
      receivedAt.toISOString(),
      this.maxTenantBytes,
      row.sourceId,
      systemConnectionId,
      erasures,
      authorOf(webhook),
    ];
    return (await this.run<AppliedContent>(content, values)) ?? nothing;
  }

  private run<R extends object>(statement: PreparedStatement, values: unknown[]): Promise<R | undefined> {
    return retryOnConflict(async () => (await this.pool.query<R>({ ...statement, values })).rows[0]);
  }
}

function authorOf({ taskId, isRefetch = false }: Omit<WebhookChange, 'change'>): string {
  return authorText(isRefetch ? 'refetch' : 'webhook', taskId);
}

function outcomeOf({ taken, written }: Applied): ChangeOutcome {
  if (!taken) return 'not taken';
  return written ? 'written' : 'unchanged';
}
