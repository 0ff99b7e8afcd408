import {
  afterPages,
  afterRefusal,
  askedWaitMs,
  changeBudget,
  type DurableWork,
  makeHostWait,
  type MeasuredPages,
  openHost,
  readHostState,
  type HostState,
} from '@sync/durable-work';
import { IntegrationRequestException, RequestNotSentException } from '@sync/integration-contract';
import type { DataSource } from 'typeorm';
import { waitForShopHost } from './waiting-runs';

/** Longer than a shop takes to refuse. */
const refusalMs = 2_000;
const timeouts = ['DEADLINE', 'CONNECT_TIMEOUT'];

/** The budgets of requests in flight, one per shop host, shared by all connections to it in all workers. */
export class ShopBudgets {
  constructor(
    private readonly dataSource: DataSource,
    private readonly work: DurableWork,
    /** The ceiling of requests in flight to one host. */
    private readonly maxRequests: number,
  ) {}

  /** To be read before each request. `taskId`: of the fetch that asks; null: it is none. Resolves with null when the connection is gone. */
  readHost(connectionId: string, taskId: string | null): Promise<HostState | null> {
    return readHostState(this.dataSource, connectionId, taskId, this.maxRequests);
  }

  /** Adapts the budget to the time that the shop took. When it grows, a worker is woken. */
  async notePages(connectionId: string, sample: MeasuredPages): Promise<void> {
    const hasGrown = await this.dataSource.transaction((manager) =>
      changeBudget(manager, connectionId, this.maxRequests, (budget, now) => afterPages(budget, sample, this.maxRequests, now)),
    );
    if (hasGrown) this.work.ring(['page-ranges']);
  }

  /** A shop in maintenance has responded in another way: requests to its host may go on. */
  async noteOpen(connectionId: string): Promise<void> {
    if (await openHost(this.dataSource, connectionId)) this.work.ring(['page-ranges', 'bulk-sync']);
  }

  /**
   * A shop that is asked too much halves its budget. If it asks to wait, all connections to its host do. A shop that fails in another way is
   * no longer in the maintenance that it announced.
   */
  async noteFailure(connectionId: string, error: IntegrationRequestException): Promise<void> {
    if (error instanceof RequestNotSentException) return;
    const waitMs = askedWaitMs(error);
    if (waitMs === null) await this.noteOpen(connectionId);
    const { status, code, deadlineMs } = error;
    const tooMany = status === 429;
    if (!tooMany && status !== 503 && !timeouts.includes(code ?? '')) return;
    const callMs = deadlineMs ?? refusalMs;
    await this.dataSource.transaction(async (manager) => {
      await changeBudget(manager, connectionId, this.maxRequests, (budget, now) => afterRefusal(budget, { tooMany, callMs }, now));
      if (waitMs === null) return;
      // Waits that are as long as told need no look.
      const isClosed = status === 503 && waitMs < (error.retryAfterSeconds ?? 0) * 1_000;
      const reason = `${error.message} ${isClosed ? 'It asked to wait, and is looked at once a minute.' : 'It asked to wait.'}`;
      const waiting = await makeHostWait(manager, connectionId, { reason, milliseconds: waitMs, isClosed });
      if (waiting) await waitForShopHost(manager, waiting.host, { reason, until: waiting.until });
    });
  }
}
