import type { RecordChange, RecordDeletion, RecordUpsert } from '@sync/integration-contract';
import { systemCapabilities, type SystemCapability } from '@sync/records';
import type { Pool } from 'pg';
import { timeOrderedId } from './time-ordered-id';
import { contentStatement, deleteStatement, restoreStatement } from './change-statements';
import { isMissingConnection, isRefusedValue, retryConflicts } from './database-errors';
import { allCandidates } from './differing-rows';
import { linkOrdersOf } from './link-records';
import type { LinkTargets } from './link-targets';
import { lacksLink } from './order-links';
import { toPageLines } from './page-lines';
import { toPageRows, type PageRow } from './page-rows';
import { lineParameters, type PageLine } from './page-writer';
import { lineColumns } from './write-statement';

/** What a webhook says of one record of one connection. */
export interface WebhookChange {
  systemConnectionId: string;
  /** Id of the webhook's task: ids follow the order of receipt. */
  taskId: string;
  receivedAt: Date;
  change: RecordChange;
}

/**
 * `written`: the record is not what it was. `unchanged`: it was like this already, or something newer is known. `refused`: the
 * database refuses a value of it. `not taken`: the connection is gone, or neither active nor in error.
 */
export type ChangeOutcome = 'written' | 'unchanged' | 'refused' | 'not taken';

/** Never as named statements: they look a row up in a table that may have been small when their plan was made. */
const statements = Object.fromEntries(
  systemCapabilities.map((capability) => [
    capability,
    {
      content: contentStatement(capability),
      delete: deleteStatement(capability),
      restore: restoreStatement(capability),
      isJson: lineColumns(capability).map(({ type }) => type === 'json'),
    },
  ]),
) as Record<SystemCapability, { content: string; delete: string; restore: string; isJson: boolean[] }>;

interface Answer {
  taken: boolean;
  written: boolean;
}

interface ContentAnswer extends Answer {
  inserted: boolean;
  same: boolean;
}

const nothing = { taken: false, written: false, inserted: false, same: false };

/** Stores what webhooks say. Each step can be repeated, and none needs the others' transaction. */
export class RecordChanges {
  constructor(
    private readonly pool: Pool,
    private readonly targets: LinkTargets,
  ) {}

  async apply({ change, ...webhook }: WebhookChange): Promise<ChangeOutcome> {
    try {
      return change.kind === 'delete' ? await this.delete(webhook, change) : await this.upsert(webhook, change);
    } catch (error) {
      if (isMissingConnection(error)) return 'not taken';
      if (isRefusedValue(error)) return 'refused';
      throw error;
    }
  }

  private async delete(webhook: Omit<WebhookChange, 'change'>, { capability, sourceId }: RecordDeletion): Promise<ChangeOutcome> {
    const { systemConnectionId, taskId, receivedAt } = webhook;
    const values = [systemConnectionId, sourceId, timeOrderedId(), taskId, receivedAt.toISOString()];
    return outcomeOf((await this.run<Answer>(statements[capability].delete, values)) ?? nothing);
  }

  /** Records that wait for each other find each other, whichever is stored first: both look after they are stored. */
  private async upsert(webhook: Omit<WebhookChange, 'change'>, { kind, capability, record }: RecordUpsert): Promise<ChangeOutcome> {
    const { systemConnectionId, taskId } = webhook;
    const [row] = toPageRows(capability, [record]) as PageRow[];
    const [line] = row ? await toPageLines(this.targets, systemConnectionId, capability, allCandidates([row])) : [];
    if (!line) return 'unchanged';
    const content = await this.storeContent(webhook, capability, line);
    if (!content.taken) return 'not taken';
    const restoring = [systemConnectionId, line.sourceId, taskId];
    const restored = kind === 'restore' && (await this.run(statements[capability].restore, restoring)) !== undefined;
    // Also when it is stored like this already: an attempt may have ended before its orders were linked.
    const isNew = content.inserted || content.same || restored;
    if (capability === 'orders' ? lacksLink(line) || restored : isNew)
      await linkOrdersOf(this.pool, systemConnectionId, capability, line.sourceId);
    return content.written || restored ? 'written' : 'unchanged';
  }

  private async storeContent(
    { systemConnectionId, taskId, receivedAt }: Omit<WebhookChange, 'change'>,
    capability: SystemCapability,
    line: PageLine,
  ): Promise<ContentAnswer> {
    const { content, isJson } = statements[capability];
    const values = [systemConnectionId, ...lineParameters([line], isJson), taskId, receivedAt.toISOString()];
    return (await this.run<ContentAnswer>(content, values)) ?? nothing;
  }

  private run<R extends object>(sql: string, values: (string | null)[]): Promise<R | undefined> {
    return retryConflicts(async () => (await this.pool.query<R>(sql, values)).rows[0]);
  }
}

function outcomeOf({ taken, written }: Answer): ChangeOutcome {
  if (!taken) return 'not taken';
  return written ? 'written' : 'unchanged';
}
