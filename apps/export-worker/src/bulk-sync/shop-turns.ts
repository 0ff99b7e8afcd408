import type { ShopTurn } from '@sync/durable-work';
import type { ShopBudgets } from '@sync/sync-runs';

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

interface TurnsOfFetch {
  connectionId: string;
  syncRunId: string;
  taskId: string;
}

/** Makes a single request; a fetch has turns. Throws ShopWaits while the shop wants none. */
export async function askInTurn<T>(budgets: ShopBudgets, connectionId: string, ask: () => Promise<T>): Promise<T> {
  const turn = await budgets.readTurn(connectionId, null);
  requireNoWait(turn);
  const response = await ask();
  if (turn?.isLook) await budgets.noteOpen(connectionId);
  return response;
}

function requireNoWait(turn: ShopTurn | null): void {
  if (turn?.waiting) throw new ShopWaits(turn.waiting.reason, turn.waiting.milliseconds);
}

/** The requests of one fetch, within the budget of the shop's host. */
export class ShopTurns {
  private turn: ShopTurn | null = null;
  private lookedAt = -Infinity;
  /** The budget when the last request was made, if all of it was in use; else null. */
  private fullBudget: number | null = null;
  private measured = { maxInFlight: 0, pages: 0, pagesMs: 0 };

  constructor(
    private readonly budgets: ShopBudgets,
    private readonly of: TurnsOfFetch,
  ) {}

  /** Before each request. Throws ShopWaits. Returns false when the budget has become smaller and others are to go on instead. */
  async begin(): Promise<boolean> {
    if (performance.now() - this.lookedAt > freshMs) await this.look();
    const { turn } = this;
    requireNoWait(turn);
    this.fullBudget = turn && turn.inFlight >= turn.maxInFlight ? turn.maxInFlight : null;
    return !turn?.isExcess || turn.isLook;
  }

  /** As soon as the shop has responded, and before the next request. */
  async responded(): Promise<void> {
    if (!this.turn?.isLook) return;
    await this.budgets.noteOpen(this.of.connectionId);
    this.turn = { ...this.turn, isLook: false };
  }

  /** After each page: how long the shop took for it. */
  async took(pageMs: number): Promise<void> {
    if (this.fullBudget === null) return;
    if (this.fullBudget !== this.measured.maxInFlight) this.measured = { maxInFlight: this.fullBudget, pages: 0, pagesMs: 0 };
    this.measured.pages += 1;
    this.measured.pagesMs += pageMs;
    if (this.measured.pages >= (this.turn?.isResting ? pagesPerNote.resting : pagesPerNote.climbing)) await this.note();
  }

  /** Tells the budget of the pages that it does not know of yet. */
  async note(): Promise<void> {
    const { measured } = this;
    if (measured.pages === 0) return;
    this.measured = { ...measured, pages: 0, pagesMs: 0 };
    await this.budgets.notePages(this.of.connectionId, { runId: this.of.syncRunId, ...measured });
  }

  private async look(): Promise<void> {
    this.turn = await this.budgets.readTurn(this.of.connectionId, this.of.taskId);
    this.lookedAt = performance.now();
  }
}
