import type { HostState } from '@sync/durable-work';
import type { ExportRequest } from '@sync/integration-contract';
import { meterRequests } from '@sync/integrations';
import type { OpenRange, ShopBudgets, SyncRun, SyncRuns } from '@sync/sync-runs';

type Asked = Pick<SyncRun & OpenRange, 'capability' | 'mode' | 'modifiedAfter' | 'requestedAt'> & Partial<Pick<OpenRange, 'keys'>>;

/** What a run asks its shop for. A reconcile lists ids; rows that it names are missing, and are read. */
export function exportRequestOf({ capability, mode, modifiedAfter, requestedAt, keys }: Asked, systemConnectionId: string): ExportRequest {
  const content = mode === 'reconcile' && !keys ? 'ids' : 'records';
  const times = { modifiedAfter: modifiedAfter?.toISOString() ?? null, requestedAt: requestedAt.toISOString() };
  return { capability, systemConnectionId, content, ...times, ...(keys && { sourceIds: keys }) };
}

/** Counts what the calls of the work cost the shop towards a run. */
export async function countingLoad<T>(syncs: SyncRuns, syncRunId: string, work: () => Promise<T>): Promise<T> {
  const load = { requests: 0, bytes: 0 };
  try {
    return await meterRequests(load, work);
  } finally {
    if (load.requests > 0) await syncs.addLoad(syncRunId, load);
  }
}

/** The shop has asked, through some connection to its host, that none of them asks anything before a time. */
export class ShopWaits extends Error {
  override readonly name = 'ShopWaits';

  constructor(
    /** In words for a person. */
    reason: string,
    readonly milliseconds: number,
  ) {
    super(reason);
  }
}

/** A look at the budget holds for requests that begin so soon after it. */
const freshMs = 250;

/** Notes the pages of one fetch this often, and when it ends: while the budget climbs, and while it rests. */
const pagesPerNote = { climbing: 2, resting: 16 };

interface FetchInfo {
  connectionId: string;
  syncRunId: string;
  taskId: string;
}

/** Makes a single request. Throws ShopWaits while the shop wants none. */
export async function askWithinBudget<T>(budgets: ShopBudgets, connectionId: string, ask: () => Promise<T>): Promise<T> {
  const host = await budgets.readHost(connectionId, null);
  requireNoWait(host);
  const response = await ask();
  if (host?.isLook) await budgets.noteOpen(connectionId);
  return response;
}

function requireNoWait(host: HostState | null): void {
  if (host?.waiting) throw new ShopWaits(host.waiting.reason, host.waiting.milliseconds);
}

/** The requests of one fetch, within the budget of the shop's host. */
export class BudgetedRequests {
  private host: HostState | null = null;
  private lookedAt = -Infinity;
  /** The budget when the last request was made, if all of it was in use; else null. */
  private fullBudget: number | null = null;
  private measured = { maxInFlight: 0, pages: 0, pagesMs: 0 };

  constructor(
    private readonly budgets: ShopBudgets,
    private readonly of: FetchInfo,
  ) {}

  /** Before each request. Throws ShopWaits. Returns false when the budget has become smaller and others are to go on instead. */
  async begin(): Promise<boolean> {
    if (performance.now() - this.lookedAt > freshMs) await this.look();
    const { host } = this;
    requireNoWait(host);
    this.fullBudget = host && host.inFlight >= host.maxInFlight ? host.maxInFlight : null;
    return !host?.isExcess || host.isLook;
  }

  /** As soon as the shop has responded, and before the next request. `pageMs`: how long it took for the page. */
  async responded(pageMs: number): Promise<void> {
    if (this.fullBudget !== null) {
      if (this.fullBudget !== this.measured.maxInFlight) this.measured = { maxInFlight: this.fullBudget, pages: 0, pagesMs: 0 };
      this.measured.pages += 1;
      this.measured.pagesMs += pageMs;
    }
    if (!this.host?.isLook) return;
    await this.budgets.noteOpen(this.of.connectionId);
    this.host = { ...this.host, isLook: false };
  }

  /** After each page. */
  async noteOften(): Promise<void> {
    if (this.measured.pages >= (this.host?.isResting ? pagesPerNote.resting : pagesPerNote.climbing)) await this.note();
  }

  /** Notes the pages that the budget does not know of yet. */
  async note(): Promise<void> {
    const { measured } = this;
    if (measured.pages === 0) return;
    this.measured = { ...measured, pages: 0, pagesMs: 0 };
    await this.budgets.notePages(this.of.connectionId, { runId: this.of.syncRunId, ...measured });
  }

  private async look(): Promise<void> {
    this.host = await this.budgets.readHost(this.of.connectionId, this.of.taskId);
    this.lookedAt = performance.now();
  }
}
